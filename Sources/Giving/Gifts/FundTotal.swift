public import MoneyKit

/// The total of a fund's gifts, less refunds.
public struct FundTotal: Hashable, Sendable {
    /// The fund's id.
    public var fund: String
    /// The total without covered fees, before any fee is deducted.
    public var amount: Money
    /// The number of gifts that count for the total.
    public var gifts: Int

    /// Creates a total.
    public init(fund: String, amount: Money, gifts: Int) {
        self.fund = fund
        self.amount = amount
        self.gifts = gifts
    }
}
