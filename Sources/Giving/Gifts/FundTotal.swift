public import MoneyKit

/// What a fund has got: its gifts less what went back.
public struct FundTotal: Hashable, Sendable {
    /// The fund's id.
    public var fund: String
    /// What counts.
    public var amount: Money
    /// Of how many gifts.
    public var gifts: Int

    /// A total.
    public init(fund: String, amount: Money, gifts: Int) {
        self.fund = fund
        self.amount = amount
        self.gifts = gifts
    }
}
