/// An amount of one currency, in whole minor units: cents, yen, fils.
///
/// No operation rounds unseen, mixes currencies or overflows: it gives the exact amount or an error.
public struct Money: Hashable, Sendable {
    /// The amount in minor units: 50.00 dollars are 5000, 500 yen are 500, one Kuwaiti dinar is 1000.
    public let minorUnits: Int64
    /// What the amount is counted in.
    public let currency: Currency

    /// An amount in minor units.
    public init(_ minorUnits: Int64, _ currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// The sum of both.
    ///
    /// - Throws: `currencyMismatch`, or `overflow`.
    public func adding(_ other: Money) throws(MoneyError) -> Money {
        try combined(with: other) { $0.addingReportingOverflow($1) }
    }

    /// What is left of it without the other; may be negative.
    ///
    /// - Throws: `currencyMismatch`, or `overflow`.
    public func subtracting(_ other: Money) throws(MoneyError) -> Money {
        try combined(with: other) { $0.subtractingReportingOverflow($1) }
    }

    /// The same amount with the other sign.
    ///
    /// - Throws: `overflow` for the least `Int64`, which has no counterpart.
    public func negated() throws(MoneyError) -> Money { try Money(0, currency).subtracting(self) }

    /// The sum of amounts that all have this currency; zero for none.
    ///
    /// - Throws: `currencyMismatch`, or `overflow` as soon as a sum on the way is too large.
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
