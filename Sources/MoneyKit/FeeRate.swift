/// The fee that a processor deducts from a charge. It consists of a percentage and a fixed amount.
public struct FeeRate: Hashable, Sendable, Codable {
    /// The percentage of the charged total.
    public var rate: BasisPoints
    /// The fixed amount that is added to the percentage, in minor units.
    public var fixedMinor: Int64

    /// The rate for card payments in the United States: 2.9% plus 30 cents. Source: Stripe, "Pricing".
    public static let standard = FeeRate(rate: BasisPoints(290), fixedMinor: 30)
    /// The rate of a processor that deducts no fee.
    public static let none = FeeRate(rate: BasisPoints(0), fixedMinor: 0)

    /// Returns the fee for a charge, rounded half up. If the total is zero or less, the fee is zero.
    ///
    /// - Throws: ``MoneyError`` with code `overflow` if the fee does not fit into 64 bits.
    public func fee(of total: Money) throws(MoneyError) -> Money {
        guard total.minorUnits > 0 else { return Money(0, total.currency) }
        return try rate.of(total).adding(Money(fixedMinor, total.currency))
    }
}
