public import MoneyKit
import Processor

extension Money {
    /// The reason that the processor cannot charge this amount, or nil if it can. The text is a predicate,
    /// such as "is not positive".
    public var chargeProblem: String? {
        func shown(_ minor: Int64) -> String { "\(Money(minor, currency).plainText) \(currency)" }
        let (least, step) = (ChargeLimits.least(in: currency), currency.chargeStep)
        if minorUnits <= 0 { return "is not positive" }
        if minorUnits > ChargeLimits.most {
            return "is more than the maximum charge of \(shown(ChargeLimits.most))"
        }
        if minorUnits < least { return "is less than the minimum charge of \(shown(least))" }
        guard minorUnits.isMultiple(of: step) else { return "is not a multiple of \(shown(step))" }
        return nil
    }
}
