public import MoneyKit

/// The total of an organization's monthly gifts that have the same status and currency.
public struct MonthlyTotal: Hashable, Sendable {
    /// The status of the gifts.
    public var status: RecurringGift.Status
    /// The sum of the monthly amounts, excluding the fees that donors cover.
    public var amount: Money
    /// The number of monthly gifts.
    public var gifts: Int
}
