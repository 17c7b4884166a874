import TimeKit
import Processor
import TextKit

extension Payout: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "amount": .integer(amount), "arrival_date": .integer(arrivalDate.seconds),
            "automatic": .bool(automatic ?? false),
            "balance_transaction": JSONTree(balanceTransaction), "created": .integer(created.seconds),
            "currency": JSONTree(currency), "failure_code": JSONTree(failureCode),
            "failure_message": JSONTree(
                failureCode.map { _ in
                    "The bank account details on file are probably incorrect. No bank account could be found with them."
                }),
            "livemode": false, "metadata": JSONTree(metadata), "method": "standard",
            "destination": JSONTree(destination), "original_payout": JSONTree(originalPayout),
            "reversed_by": JSONTree(reversedBy),
            "reconciliation_status": automatic == true ? "completed" : "not_applicable",
            "source_type": "card",
            "status": .string(status.rawValue), "type": "bank_account",
        ]
    }
}
