/// The fee that a processor deducts from a charge: a percentage and a fixed amount.
public struct FeeRate: Hashable, Sendable, Codable {
    /// The percentage of the total.
    public var rate: BasisPoints
    /// The fixed amount, in minor units.
    public var fixedMinor: Int64

    /// Creates a rate.
    public init(rate: BasisPoints, fixedMinor: Int64) {
        self.rate = rate
        self.fixedMinor = fixedMinor
    }

    /// The rate for cards in the United States, 2.9 % and 30 cents. Source: Stripe, "Pricing".
    public static let standard = FeeRate(rate: BasisPoints(290), fixedMinor: 30)
    /// A rate without any fee.
    public static let none = FeeRate(rate: BasisPoints(0), fixedMinor: 0)

    /// Returns the fee of a charge, with halves rounded up. The fee of a total of zero or less is zero.
    ///
    /// - Throws: `overflow`.
    public func fee(of total: Money) throws(MoneyError) -> Money {
        guard total.minorUnits > 0 else { return Money(0, total.currency) }
        return try rate.of(total).adding(Money(fixedMinor, total.currency))
    }
}
