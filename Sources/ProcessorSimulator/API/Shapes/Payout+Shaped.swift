import TimeKit
import Processor

extension Payout: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "amount": .integer(amount), "arrival_date": .integer(arrivalDate.seconds),
            "automatic": .bool(automatic ?? false),
            "balance_transaction": JSONValue(balanceTransaction), "created": .integer(created.seconds),
            "currency": JSONValue(currency), "failure_code": JSONValue(failureCode),
            "failure_message": JSONValue(
                failureCode.map { _ in
                    "The bank account details on file are probably incorrect. No bank account could be found with them."
                }),
            "livemode": false, "metadata": JSONValue(metadata), "method": "standard",
            "destination": JSONValue(destination), "original_payout": JSONValue(originalPayout),
            "reversed_by": JSONValue(reversedBy),
            "reconciliation_status": automatic == true ? "completed" : "not_applicable",
            "source_type": "card",
            "status": .text(status.rawValue), "type": "bank_account",
        ]
    }
}
