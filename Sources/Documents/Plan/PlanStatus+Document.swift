import Giving
import MoneyKit
import PaymentCore
package import Plans
import TimeKit

extension PlanStatus {
    package var document: JSONValue {
        [
            "object": "plan_status", "subscriber": .string(subscriber), "status": .string(view.rawValue),
            "plan": .string(plan.id), "subscribed": .bool(subscribed), "active": .bool(isActive),
            "in_grace": .bool(isInGrace), "product_id": JSONValue(productID),
            "price_id": JSONValue(terms?.price), "interval": JSONValue(terms?.interval.rawValue),
            "promotion_code": JSONValue(promotion?.code), "next_price_id": JSONValue(next?.price),
            "subscription_end": JSONValue(subscriptionEnd?.iso8601),
            "last_charge": JSONValue(lastCharge?.state.rawValue),
            "last_charge_minor": lastCharge.map { .int(Int($0.amount.minorUnits)) } ?? .null,
            "last_charge_refunded_minor": lastCharge.map { .int(Int($0.refundedMinor)) } ?? .null,
            "cancel_at_period_end": .bool(cancelAtPeriodEnd),
            "processor_status": JSONValue(processorStatus?.rawValue), "failure": JSONValue(failure?.code),
            "age_seconds": age.map { .int(Int($0)) } ?? .null, "warning": JSONValue(warning),
        ]
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
