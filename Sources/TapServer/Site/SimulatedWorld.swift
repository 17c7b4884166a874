public import Giving

/// What a donor meets outside of these pages, played by the simulation: a wallet, and the page of a bank.
public struct SimulatedWorld: Sendable {
    /// Makes a payment method of a test card in the wallet; asked again under the same key, the same one.
    let walletMethod: @Sendable (_ card: String, _ key: String) async throws -> String
    /// The donor has passed, or failed, what their bank asked; the gift is brought to where it stands then.
    let answerBank: @Sendable (_ gift: Gift, _ isPassed: Bool) async throws -> Void

    /// A world of these two.
    public init(
        walletMethod: @escaping @Sendable (_ card: String, _ key: String) async throws -> String,
        answerBank: @escaping @Sendable (_ gift: Gift, _ isPassed: Bool) async throws -> Void
    ) {
        self.walletMethod = walletMethod
        self.answerBank = answerBank
    }
}
