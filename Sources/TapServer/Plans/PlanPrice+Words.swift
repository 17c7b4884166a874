import MoneyKit
import PaymentCore
import Plans

extension PlanPrice {
    /// `$9.99/month`
    var perPeriod: String { "\(amount.shown)/\(interval.rawValue)" }

    /// `$9.99 every month`
    var everyPeriod: String { "\(amount.shown) every \(interval.rawValue)" }
}

extension PlanTerms {
    /// `$9.99/month`
    var perPeriod: String { "\(amount.shown)/\(interval.rawValue)" }
}
