import TimeKit
import Processor
import TextKit

extension Dispute: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        let booked = try balanceTransactions.compactMap { try work.find(BalanceTransaction.self, $0) }
        var shownEvidence: JSONObject = ["enhanced_evidence": [:]]
        shownEvidence["uncategorized_text"] = JSONTree(evidence)
        return [
            "amount": .integer(amount),
            "balance_transactions": .array(try booked.map { try work.shaped($0) }),
            "charge": .string(charge), "created": .integer(created.seconds), "currency": JSONTree(currency),
            "enhanced_eligibility_types": [],
            "evidence": work.complete(shownEvidence, as: "dispute_evidence"),
            "evidence_details": [
                "due_by": JSONTree(dueBy), "enhanced_eligibility": [:],
                "has_evidence": .bool(evidence != nil),
                "past_due": .bool(dueBy.map { $0 < work.now } ?? false),
                "submission_count": evidence == nil ? 0 : 1,
            ],
            "is_charge_refundable": .bool(isInquiry), "livemode": false, "metadata": JSONTree(metadata),
            "payment_intent": JSONTree(paymentIntent), "reason": .string(reason),
            "status": .string(status.rawValue),
            "payment_method_details": [
                "type": "card",
                "card": ["brand": "visa", "case_type": "chargeback", "network_reason_code": "83"],
            ],
        ]
    }
}
