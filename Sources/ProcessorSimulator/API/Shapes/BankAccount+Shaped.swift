import Processor
import TimeKit

extension BankAccount: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "account": JSONValue(account), "account_holder_name": JSONValue(holderName),
            "account_holder_type": JSONValue(holderType), "account_type": JSONValue(accountType),
            "available_payout_methods": ["standard"], "bank_name": "STRIPE TEST BANK",
            "country": .text(country), "currency": JSONValue(currency),
            "default_for_currency": .bool(isDefault), "fingerprint": .text("fpbank\(last4)"),
            "last4": .text(last4), "metadata": JSONValue(metadata), "routing_number": .text(routingNumber),
            "status": .text(status),
        ]
    }
}

extension Capability: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        let due = JSONValue.list(currentlyDue.map { .text($0) })
        return [
            "account": .text(account), "requested": .bool(isRequested),
            "requested_at": .integer(created.seconds), "status": .text(status.rawValue),
            "requirements": [
                "alternatives": [], "current_deadline": .null, "currently_due": due, "disabled_reason": .null,
                "errors": [], "eventually_due": due, "past_due": due,
                "pending_verification": .list(pendingVerification.map { .text($0) }),
            ],
        ]
    }
}
