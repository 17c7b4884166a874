public import MoneyKit

/// What was given: of one gift, of a fund, or of a year.
public struct StatementAmounts: Hashable, Sendable {
    /// What was given for the fund.
    public private(set) var given: Money
    /// What was added for the fee.
    public private(set) var coveredFee: Money
    /// What went back of both.
    public private(set) var refunded: Money
    /// What is left: given and added, less what went back.
    public private(set) var total: Money

    /// Amounts of one gift, in minor units.
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

    /// The sum of several; nothing for none.
    ///
    /// - Throws: `currencyMismatch`, or `overflow`.
    init(sumOf parts: [StatementAmounts], in currency: Currency) throws(MoneyError) {
        given = try Money.sum(parts.map(\.given), in: currency)
        coveredFee = try Money.sum(parts.map(\.coveredFee), in: currency)
        refunded = try Money.sum(parts.map(\.refunded), in: currency)
        total = try Money.sum(parts.map(\.total), in: currency)
    }
}
