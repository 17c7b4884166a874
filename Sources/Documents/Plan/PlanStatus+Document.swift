import Giving
import MoneyKit
import PaymentCore
package import Plans
import TimeKit

extension PlanStatus: Documented {
    package static let fields = DocumentFields<PlanStatus>("plan_status") {
        Field("subscriber", "an organization such as Grace, or a member such as Grace/ann") { $0.subscriber }
        Field("status") { $0.view }
        Field("plan", "the plan in effect") { $0.plan.id }
        Field("subscribed", "whether there is a subscription that has not ended yet") { $0.subscribed }
        Field("active", "whether a paid plan is in effect") { $0.isActive }
        Field("in_grace", "whether the plan is still in effect even though the last charge failed") {
            $0.isInGrace
        }
        Field("product_id", "the product that was purchased last") { $0.productID }
        Field("price_id", "the current price") { $0.terms?.price }
        Field("interval", "the length of a billing period") { $0.terms?.interval }
        Field("promotion_code", "the redeemed promotion code") { $0.promotion?.code }
        Field("next_price_id", "the new price, if the price changes with the next period") { $0.next?.price }
        Field("subscription_end", "the end of the current period") { $0.subscriptionEnd }
        Field("last_charge", "the state of the latest charge") { $0.lastCharge?.state }
        Field("last_charge_minor", "the amount of the latest charge") { $0.lastCharge?.amount.minorUnits }
        Field("last_charge_refunded_minor", "the refunded part of the latest charge") {
            $0.lastCharge?.refundedMinor
        }
        Field("cancel_at_period_end") { $0.cancelAtPeriodEnd }
        Field("processor_status", "the subscription's status at the processor") {
            $0.processorStatus?.rawValue
        }
        Field("failure", "why the last charge failed") { $0.failure?.code }
        Field("age_seconds", "the time since the processor last reported the status") { $0.age }
        Field("warning", "a warning for the server's log") { $0.warning }
    }
}

extension PlanTerms {
    /// The price with its interval, such as `9.99 USD each month`.
    package var shown: String { "\(amount.shown) each \(interval.rawValue)" }
}

extension PlanCharge {
    /// A human-readable description of the charge's amount and state.
    package var words: String {
        switch state {
        case .paid: "\(amount.shown), paid"
        case .partiallyRefunded:
            "\(Money(refundedMinor, amount.currency).shown) of \(amount.shown) refunded"
        case .refunded: "\(amount.shown), refunded"
        case .disputed: "\(amount.shown), disputed"
        case .lost: "\(amount.shown), returned to the payer by the bank"
        }
    }
}
