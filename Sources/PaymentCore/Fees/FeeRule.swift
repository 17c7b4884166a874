public import MoneyKit

/// The `passThrough` fee rule: the organization pays the costs of a charge.
///
/// The application fee is the processor's fee plus the platform's share, and nothing else. The platform's net
/// amount is therefore never negative. If the payer covers the fee, the payee's net amount is at least the
/// base amount.
public struct FeeRule: Hashable, Sendable, Codable {
    /// The processor's fee for each charge.
    public var processing: FeeRate
    /// The platform's own share of each charge.
    public var platform: BasisPoints

    /// Creates a rule. By default, the platform keeps nothing for itself.
    public init(processing: FeeRate = .standard, platform: BasisPoints = BasisPoints(0)) {
        self.processing = processing
        self.platform = platform
    }

    /// Returns the application fee for a charge of `total`: the part that the payee does not receive.
    public func applicationFee(of total: Money) throws(PaymentError) -> Money {
        try sum { () throws(MoneyError) in try processing.fee(of: total).adding(platform.of(total)) }
    }

    /// Returns the smallest total that leaves at least `amount` after the application fee. Returns an amount
    /// of zero or less unchanged.
    ///
    /// For example, the total for 50.00 at the standard rate is 51.80. The total leaves at most one
    /// ``MoneyKit/Currency/chargeStep`` more than `amount`.
    ///
    /// - Throws: ``PaymentError`` with code `invalidFee` if the sum of the percentages is negative, or is 100%
    ///   or more; or `amountTooLarge` if the calculation overflows.
    public func coveredTotal(of amount: Money) throws(PaymentError) -> Money {
        guard amount.minorUnits > 0 else { return amount }
        let taken = try checkedShare()
        // The search starts with a total that is at most a few units too small, and then counts up.
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

    /// Returns the sum of the percentages, in hundredths of a percent.
    ///
    /// - Throws: ``PaymentError`` with code `invalidFee` if the sum is negative, or is 100% or more.
    func checkedShare() throws(PaymentError) -> Int64 {
        let (share, overflow) = processing.rate.rawValue.addingReportingOverflow(platform.rawValue)
        // A sum overflows only if both percentages have the same sign.
        guard overflow ? platform.rawValue > 0 : share >= 0 else {
            throw PaymentError(.invalidFee, "the fees add up to less than 0%", remedy: "raise the fees")
        }
        guard !overflow, share < 10_000 else {
            throw PaymentError(.invalidFee, "the fees add up to 100% or more", remedy: "lower the fees")
        }
        return share
    }
}

extension BasisPoints {
    /// Returns the smallest percentage of `total` that covers `fee`. The percentage is a multiple of 0.01%.
    /// The amount that results from the percentage is rounded half up.
    ///
    /// A subscription supports only `application_fee_percent`, with two decimal places. The difference
    /// between the resulting amount and the fee is recorded separately.
    ///
    /// Source: Stripe API reference, "Subscriptions", `application_fee_percent`.
    static func step(covering fee: Money, of total: Money) throws(PaymentError) -> BasisPoints {
        guard total.minorUnits > 0, fee.minorUnits > 0 else { return BasisPoints(0) }
        // The share is rounded half up, so half a unit less than the fee is sufficient. The search starts just below
        // that share and counts up.
        let (twice, overflow) = fee.minorUnits.multipliedReportingOverflow(by: 2)
        let scaled = (twice - 1).multipliedFullWidth(by: 5_000)
        guard !overflow, scaled.high < total.minorUnits else { throw PaymentError(.amountTooLarge) }
        var step = BasisPoints(max(0, total.minorUnits.dividingFullWidth(scaled).quotient - 1))
        while try share(step, of: total) < fee.minorUnits { step = BasisPoints(step.rawValue + 1) }
        return step
    }
}

/// Returns a share of a total, in minor units, rounded half up.
func share(_ step: BasisPoints, of total: Money) throws(PaymentError) -> Int64 {
    try sum { () throws(MoneyError) in try step.of(total) }.minorUnits
}

/// Runs a calculation, and converts an overflow to an error with code `amountTooLarge`.
private func sum(_ work: () throws(MoneyError) -> Money) throws(PaymentError) -> Money {
    do { return try work() } catch { throw PaymentError(.amountTooLarge) }
}
