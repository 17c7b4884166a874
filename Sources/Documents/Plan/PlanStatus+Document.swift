import Giving
import MoneyKit
import PaymentCore
package import Plans
import TimeKit

extension PlanStatus: Documented {
    package static let fields = DocumentFields<PlanStatus>("plan_status") {
        Field("subscriber", "Grace, or of a member Grace/ann") { $0.subscriber }
        Field("status") { $0.view }
        Field("plan", "the plan that is given now") { $0.plan.id }
        Field("subscribed", "a subscription is there and has not ended") { $0.subscribed }
        Field("active", "it gives more than the free plan") { $0.isActive }
        Field("in_grace", "it is given though it is not paid") { $0.isInGrace }
        Field("product_id", "the last purchase") { $0.productID }
        Field("price_id", "the current price") { $0.terms?.price }
        Field("interval", "the length of a period") { $0.terms?.interval }
        Field("promotion_code", "the code that was redeemed") { $0.promotion?.code }
        Field("next_price_id", "the price from the next period on, if it changes") { $0.next?.price }
        Field("subscription_end", "the end of the current period") { $0.subscriptionEnd }
        Field("last_charge", "the state of the latest charge") { $0.lastCharge?.state }
        Field("last_charge_minor", "its amount") { $0.lastCharge?.amount.minorUnits }
        Field("last_charge_refunded_minor", "its refunded part") { $0.lastCharge?.refundedMinor }
        Field("cancel_at_period_end") { $0.cancelAtPeriodEnd }
        Field("processor_status", "the processor's status") { $0.processorStatus?.rawValue }
        Field("failure", "why the last charge failed") { $0.failure?.code }
        Field("age_seconds", "how long ago the processor was heard of") { $0.age }
        Field("warning", "for the log") { $0.warning }
    }
}

extension PlanTerms {
    /// The price with its interval: `9.99 USD each month`.
    package var shown: String { "\(amount.shown) each \(interval.rawValue)" }
}

extension PlanCharge {
    /// The charge's amount and state, for people.
    package var words: String {
        switch state {
        case .paid: "\(amount.shown), paid"
        case .partiallyRefunded:
            "\(Money(refundedMinor, amount.currency).shown) of \(amount.shown) refunded"
        case .refunded: "\(amount.shown), refunded"
        case .disputed: "\(amount.shown), disputed by the payer's bank"
        case .lost: "\(amount.shown), taken back by the payer's bank"
        }
    }
}
