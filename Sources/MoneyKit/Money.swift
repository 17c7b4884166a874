/// An amount in one currency, in whole minor units such as cents, yen or fils.
///
/// Operations never overflow silently and never mix currencies. They throw an error instead.
public struct Money: Hashable, Sendable {
    /// The amount in minor units. For example, 50.00 dollars are stored as 5000, 500 yen as 500, and one
    /// Kuwaiti dinar as 1000.
    public let minorUnits: Int64
    /// The currency, which determines the number of minor units in one major unit.
    public let currency: Currency

    /// Creates an amount in minor units.
    public init(_ minorUnits: Int64, _ currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// Returns the sum of both amounts.
    ///
    /// - Throws: ``MoneyError`` with code `currencyMismatch` or `overflow`.
    public func adding(_ other: Money) throws(MoneyError) -> Money {
        try combined(with: other) { $0.addingReportingOverflow($1) }
    }

    /// Returns this amount minus another amount. The result may be negative.
    ///
    /// - Throws: ``MoneyError`` with code `currencyMismatch` or `overflow`.
    public func subtracting(_ other: Money) throws(MoneyError) -> Money {
        try combined(with: other) { $0.subtractingReportingOverflow($1) }
    }

    /// Returns the amount with the opposite sign.
    ///
    /// - Throws: ``MoneyError`` with code `overflow` for the lowest value of `Int64`, which has no positive
    ///   counterpart.
    public func negated() throws(MoneyError) -> Money { try Money(0, currency).subtracting(self) }

    /// Returns the sum of amounts in one currency. The sum of no amounts is zero.
    ///
    /// - Throws: ``MoneyError`` with code `currencyMismatch`, or `overflow` if any intermediate sum is too
    ///   large.
    public static func sum(
        _ amounts: some Sequence<Money>, in currency: Currency
    ) throws(MoneyError) -> Money {
        var sum = Money(0, currency)
        for amount in amounts { sum = try sum.adding(amount) }
        return sum
    }

    private func combined(
        with other: Money, _ operation: (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
    ) throws(MoneyError) -> Money {
        guard currency == other.currency else {
            throw MoneyError(.currencyMismatch, found: "\(other.currency)", currency: currency)
        }
        let (sum, overflow) = operation(minorUnits, other.minorUnits)
        guard !overflow else { throw MoneyError(.overflow, currency: currency) }
        return Money(sum, currency)
    }
}

extension Money: Codable {
    enum CodingKeys: String, CodingKey {
        case minorUnits = "amount_minor"
        case currency
    }
}
