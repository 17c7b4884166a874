public import MoneyKit

/// The amounts of a gift, a fund or a year.
public struct StatementAmounts: Hashable, Sendable {
    /// The amount given for the fund.
    public private(set) var given: Money
    /// The amount added for the fee.
    public private(set) var coveredFee: Money
    /// The amount refunded, of both.
    public private(set) var refunded: Money
    /// The remainder: the given amount and the covered fee, less refunds.
    public private(set) var total: Money

    /// Creates the amounts of one gift from minor units.
    ///
    /// - Throws: `overflow` for numbers that no gift can have.
    init(givenMinor: Int64, coveredFeeMinor: Int64, refundedMinor: Int64, in currency: Currency)
        throws(MoneyError)
    {
        given = Money(givenMinor, currency)
        coveredFee = Money(coveredFeeMinor, currency)
        refunded = Money(refundedMinor, currency)
        total = try given.adding(coveredFee).subtracting(refunded)
    }

    /// Returns the sum of several amounts, zero for an empty list.
    ///
    /// - Throws: `currencyMismatch` or `overflow`.
    init(sumOf parts: [StatementAmounts], in currency: Currency) throws(MoneyError) {
        given = try Money.sum(parts.map(\.given), in: currency)
        coveredFee = try Money.sum(parts.map(\.coveredFee), in: currency)
        refunded = try Money.sum(parts.map(\.refunded), in: currency)
        total = try Money.sum(parts.map(\.total), in: currency)
    }
}
