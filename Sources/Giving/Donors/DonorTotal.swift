public import MoneyKit
public import TimeKit

/// The total of a donor's gifts to an organization, minus refunds.
public struct DonorTotal: Hashable, Sendable {
    /// The organization's id.
    public var organization: String
    /// The total before fees are deducted, excluding the fees that the donor covered.
    public var amount: Money
    /// The number of gifts that the total includes. Unpaid and fully refunded gifts are not included.
    public var gifts: Int
    /// The time when the donor's latest gift was paid, even if that gift was refunded.
    public var last: Timestamp
    /// The name that the donor entered with the latest gift.
    public var name: String
    /// The telephone number that the donor entered with the latest gift, or nil.
    public var phone: String?
}
