public import MoneyKit
public import TimeKit

/// What a donor has given to an organization: their gifts less what went back.
public struct DonorTotal: Hashable, Sendable {
    /// The organization's id.
    public var organization: String
    /// What counts, before any fee.
    public var amount: Money
    /// Of how many gifts.
    public var gifts: Int
    /// When the last of their gifts was paid, also of one that went back.
    public var last: Timestamp

    /// A total.
    public init(organization: String, amount: Money, gifts: Int, last: Timestamp) {
        self.organization = organization
        self.amount = amount
        self.gifts = gifts
        self.last = last
    }
}
