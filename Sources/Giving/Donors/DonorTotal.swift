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
    /// What they called themselves with that last gift.
    public var name: String
    /// The telephone number that they gave with it.
    public var phone: String?
}
