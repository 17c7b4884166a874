public import MoneyKit

/// Who bears what a charge costs: the rule `passThrough`.
///
/// The application fee is the processor's fee and the organization's own basis points, and nothing else: so the
/// platform's net is never below zero, and the payee's net equals the gift when the fee is covered.
public struct FeeRule: Hashable, Sendable, Codable {
    /// What the processor takes of every charge.
    public var processing: FeeRate
    /// What the platform keeps for itself.
    public var platform: BasisPoints

    /// A rule of these parts.
    public init(processing: FeeRate = .standard, platform: BasisPoints = BasisPoints(0)) {
        self.processing = processing
        self.platform = platform
    }

    /// What is kept of a charge of `total`: never reaches the payee.
    public func applicationFee(of total: Money) throws(PaymentError) -> Money {
        try sum { () throws(MoneyError) in try processing.fee(of: total).adding(platform.of(total)) }
    }

    /// The least total of which `amount` is left when the application fee is taken.
    ///
    /// 50.00 is 51.80 at the standard rate. Found in integers: the fee grows with the total in steps of at most
    /// one minor unit, so the first total that is enough leaves `amount` or one step of the currency more.
    public func coveredTotal(of amount: Money) throws(PaymentError) -> Money {
        guard amount.minorUnits > 0 else { return amount }
        let taken = processing.rate.rawValue + platform.rawValue
        guard taken < 10_000, taken >= 0 else {
            throw PaymentError(.amountTooLarge, "no total covers a fee of \(taken) basis points")
        }
        // A total that is too small by at most a few units; then upwards by one.
        let fixed = try sum { () throws(MoneyError) in
            try amount.adding(Money(processing.fixedMinor - 2, amount.currency))
        }
        let scaled = fixed.minorUnits.multipliedFullWidth(by: 10_000)
        let divisor = 10_000 - taken
        guard scaled.high >= 0, scaled.high < divisor else { throw PaymentError(.amountTooLarge) }
        let step = amount.currency.chargeStep
        var total = max(amount.minorUnits, divisor.dividingFullWidth(scaled).quotient - 1) / step * step
        while try applicationFee(of: Money(total, amount.currency)).minorUnits > total - amount.minorUnits {
            total += step
        }
        return Money(total, amount.currency)
    }
}

extension BasisPoints {
    /// The least step of 0.01 % whose share of `total`, half up, covers `fee`.
    ///
    /// A monthly payment knows only `application_fee_percent`, with two decimals; what the step takes beyond the
    /// fee is posted apart. Source: Stripe API reference, "Subscriptions", `application_fee_percent`.
    static func step(covering fee: Money, of total: Money) throws(PaymentError) -> BasisPoints {
        guard total.minorUnits > 0, fee.minorUnits > 0 else { return BasisPoints(0) }
        // Half a unit less than the fee is enough, since the share is rounded half up; from just below it upwards.
        let (twice, overflow) = fee.minorUnits.multipliedReportingOverflow(by: 2)
        let scaled = (twice - 1).multipliedFullWidth(by: 5_000)
        guard !overflow, scaled.high < total.minorUnits else { throw PaymentError(.amountTooLarge) }
        var step = BasisPoints(max(0, total.minorUnits.dividingFullWidth(scaled).quotient - 1))
        while try share(step, of: total) < fee.minorUnits { step = BasisPoints(step.rawValue + 1) }
        return step
    }
}

/// What a step of 0.01 % takes of a total, half up, in minor units.
func share(_ step: BasisPoints, of total: Money) throws(PaymentError) -> Int64 {
    try sum { () throws(MoneyError) in try step.of(total) }.minorUnits
}

/// A sum of amounts, with an overflow told as an amount that is too large.
private func sum(_ work: () throws(MoneyError) -> Money) throws(PaymentError) -> Money {
    do { return try work() } catch { throw PaymentError(.amountTooLarge) }
}
