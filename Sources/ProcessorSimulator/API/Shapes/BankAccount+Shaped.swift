import Processor
import TextKit
import TimeKit

extension BankAccount: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "account": JSONTree(account), "account_holder_name": JSONTree(holderName),
            "account_holder_type": JSONTree(holderType), "account_type": JSONTree(accountType),
            "available_payout_methods": ["standard"], "bank_name": "STRIPE TEST BANK",
            "country": .string(country), "currency": JSONTree(currency),
            "default_for_currency": .bool(isDefault), "fingerprint": .string("fpbank\(last4)"),
            "last4": .string(last4), "metadata": JSONTree(metadata), "routing_number": .string(routingNumber),
            "status": .string(status),
        ]
    }
}

extension Capability: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        let due = JSONTree.array(currentlyDue.map { .string($0) })
        return [
            "account": .string(account), "requested": .bool(isRequested),
            "requested_at": .integer(created.seconds), "status": .string(status.rawValue),
            "requirements": [
                "alternatives": [], "current_deadline": .null, "currently_due": due, "disabled_reason": .null,
                "errors": [], "eventually_due": due, "past_due": due,
                "pending_verification": .array(pendingVerification.map { .string($0) }),
            ],
        ]
    }
}
