public import MoneyKit

/// The amounts of a statement line, or the sums for a fund or a year.
public struct StatementAmounts: Hashable, Sendable {
    /// The amount given to the fund.
    public private(set) var given: Money
    /// The amount that the donor added to cover the fee.
    public private(set) var coveredFee: Money
    /// The refunded amount, including the refunded part of the covered fee.
    public private(set) var refunded: Money
    /// The remaining amount: the given amount plus the covered fee, minus refunds.
    public private(set) var total: Money

    /// Creates the amounts of one statement line from minor units.
    ///
    /// - Throws: `MoneyError` with code `overflow` if the total does not fit into 64 bits.
    init(givenMinor: Int64, coveredFeeMinor: Int64, refundedMinor: Int64, in currency: Currency)
        throws(MoneyError)
    {
        given = Money(givenMinor, currency)
        coveredFee = Money(coveredFeeMinor, currency)
        refunded = Money(refundedMinor, currency)
        total = try given.adding(coveredFee).subtracting(refunded)
    }

    /// Creates the sum of several amounts. The sum of an empty list is zero.
    ///
    /// - Throws: `MoneyError` with code `currencyMismatch` or `overflow`.
    init(sumOf parts: [StatementAmounts], in currency: Currency) throws(MoneyError) {
        given = try Money.sum(parts.map(\.given), in: currency)
        coveredFee = try Money.sum(parts.map(\.coveredFee), in: currency)
        refunded = try Money.sum(parts.map(\.refunded), in: currency)
        total = try Money.sum(parts.map(\.total), in: currency)
    }
}
