import TimeKit
import Processor

extension Account: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "business_profile": work.complete(
                ["name": JSONValue(businessName)], as: "account_business_profile"),
            "business_type": "individual",
            "capabilities": [
                "card_payments": .text(cardPayments.rawValue), "transfers": .text(transfers.rawValue),
            ],
            "charges_enabled": .bool(chargesEnabled),
            "controller": [
                "fees": ["payer": "application_express"], "is_controller": true,
                "losses": ["payments": "application"],
                "requirement_collection": "stripe", "stripe_dashboard": ["type": "express"],
                "type": "application",
            ],
            "country": .text(country), "created": .integer(created.seconds),
            "default_currency": JSONValue(defaultCurrency), "details_submitted": .bool(detailsSubmitted),
            "email": JSONValue(email), "metadata": JSONValue(metadata),
            "payouts_enabled": .bool(payoutsEnabled), "requirements": requirements, "type": "express",
        ]
    }

    private var requirements: JSONValue {
        let due = JSONValue.list(currentlyDue.map { .text($0) })
        return [
            "alternatives": [], "current_deadline": .null, "currently_due": due,
            "disabled_reason": JSONValue(disabledReason), "errors": [], "eventually_due": due,
            "past_due": due, "pending_verification": .list(pendingVerification.map { .text($0) }),
        ]
    }
}
