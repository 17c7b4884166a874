public import MoneyKit

/// The total of an organization's monthly gifts that have the same status and currency.
public struct MonthlyTotal: Hashable, Sendable {
    /// The status of the gifts.
    public var status: RecurringGift.Status
    /// The sum of the monthly amounts, excluding the fees that donors cover.
    public var amount: Money
    /// The number of monthly gifts.
    public var gifts: Int

    /// Creates the total of the monthly gifts with the given status.
    public init(status: RecurringGift.Status, amount: Money, gifts: Int) {
        (self.status, self.amount, self.gifts) = (status, amount, gifts)
    }
}
