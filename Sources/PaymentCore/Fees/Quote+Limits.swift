import MoneyKit
import Processor

extension Quote {
    /// Why the processor would not charge the total, in words that go behind its name; nil where it would.
    public var chargeProblem: String? {
        let least = Money(ChargeLimits.least(in: total.currency), total.currency)
        let step = Money(total.currency.chargeStep, total.currency)
        if total.minorUnits <= 0 { return "is not positive" }
        if total.minorUnits > ChargeLimits.most { return "is more than is charged at once" }
        if total.minorUnits < least.minorUnits {
            return "is less than is charged at once: at least \(least.plainText) \(total.currency)"
        }
        guard total.minorUnits.isMultiple(of: step.minorUnits) else {
            return "is no multiple of \(step.plainText) \(total.currency)"
        }
        return nil
    }
}
