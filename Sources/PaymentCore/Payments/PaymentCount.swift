/// How many payments of a product are in a state.
public struct PaymentCount: Hashable, Sendable {
    /// Whose policy hears of them: `gift`, `contract`.
    public let kind: String
    /// Where they stand.
    public let state: PaymentState
    /// How many.
    public let count: Int
}
