public import Giving

/// What a donor meets outside of these pages, played by the simulation: a wallet, and the page of a bank.
public struct SimulatedWorld: Sendable {
    /// The wallet of the donor's phone.
    let wallet: SimulatedWallet
    /// The donor has passed, or failed, what their bank asked; the gift is brought to where it stands then.
    let answerBank: @Sendable (_ gift: Gift, _ isPassed: Bool) async throws -> Void

    /// A world of these two.
    public init(
        wallet: SimulatedWallet,
        answerBank: @escaping @Sendable (_ gift: Gift, _ isPassed: Bool) async throws -> Void
    ) {
        self.wallet = wallet
        self.answerBank = answerBank
    }
}
