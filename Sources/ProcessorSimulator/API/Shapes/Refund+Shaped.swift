import TimeKit
import Processor
import TextKit

extension Refund: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        var fields: JSONObject = [
            "amount": .integer(amount), "balance_transaction": JSONTree(balanceTransaction),
            "charge": .string(charge), "created": .integer(created.seconds), "currency": JSONTree(currency),
            "metadata": JSONTree(metadata), "payment_intent": JSONTree(paymentIntent),
            "reason": JSONTree(reason?.rawValue), "receipt_number": .null,
            "source_transfer_reversal": JSONTree(sourceTransferReversal), "status": .string(status.rawValue),
            "transfer_reversal": JSONTree(transferReversal),
            "destination_details": [
                "type": "card",
                "card": [
                    "type": "refund", "reference_status": "pending",
                    "reference_type": "acquirer_reference_number",
                ],
            ],
        ]
        fields["failure_reason"] = failureReason.map { .string($0) }
        if status == .pending { fields["pending_reason"] = "processing" }
        return fields
    }
}
