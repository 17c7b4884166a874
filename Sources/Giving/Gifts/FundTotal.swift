public import MoneyKit

/// The total of a fund's gifts, minus refunds.
public struct FundTotal: Hashable, Sendable {
    /// The fund's id.
    public var fund: String
    /// The total before fees are deducted, excluding the fees that donors covered.
    public var amount: Money
    /// The number of gifts that the total includes. Unpaid and fully refunded gifts are not included.
    public var gifts: Int
}
