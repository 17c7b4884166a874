/// A percentage and a fixed part: what a processor takes of a charge.
public struct FeeRate: Hashable, Sendable, Codable {
    /// Of the total.
    public var rate: BasisPoints
    /// On top, in minor units.
    public var fixedMinor: Int64

    /// A rate of these parts.
    public init(rate: BasisPoints, fixedMinor: Int64) {
        self.rate = rate
        self.fixedMinor = fixedMinor
    }

    /// 2.9 % and 30: cards in the United States. Source: Stripe, "Pricing".
    public static let standard = FeeRate(rate: BasisPoints(290), fixedMinor: 30)
    /// Nothing is taken.
    public static let none = FeeRate(rate: BasisPoints(0), fixedMinor: 0)

    /// The fee of a charge, half up; nothing for a charge of nothing.
    ///
    /// - Throws: `overflow`.
    public func fee(of total: Money) throws(MoneyError) -> Money {
        guard total.minorUnits > 0 else { return Money(0, total.currency) }
        return try rate.of(total).adding(Money(fixedMinor, total.currency))
    }
}
