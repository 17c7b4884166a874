import TimeKit
import Processor

extension Refund: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        var fields: JSONObject = [
            "amount": .integer(amount), "balance_transaction": JSONValue(balanceTransaction),
            "charge": .text(charge), "created": .integer(created.seconds), "currency": JSONValue(currency),
            "metadata": JSONValue(metadata), "payment_intent": JSONValue(paymentIntent),
            "reason": JSONValue(reason?.rawValue), "receipt_number": .null,
            "source_transfer_reversal": JSONValue(sourceTransferReversal), "status": .text(status.rawValue),
            "transfer_reversal": JSONValue(transferReversal),
            "destination_details": [
                "type": "card",
                "card": [
                    "type": "refund", "reference_status": "pending",
                    "reference_type": "acquirer_reference_number",
                ],
            ],
        ]
        fields["failure_reason"] = failureReason.map { .text($0) }
        if status == .pending { fields["pending_reason"] = "processing" }
        return fields
    }
}
