public import MoneyKit
public import TimeKit

/// The total of a donor's gifts to an organization, less refunds.
public struct DonorTotal: Hashable, Sendable {
    /// The organization's id.
    public var organization: String
    /// The total without covered fees, before any fee is deducted.
    public var amount: Money
    /// The number of gifts that count for the total.
    public var gifts: Int
    /// The time when the latest gift was paid, even if it was refunded.
    public var last: Timestamp
    /// The name that the donor entered with that gift.
    public var name: String
    /// The telephone number that the donor entered with that gift, or nil.
    public var phone: String?
}
