import TimeKit
import Processor
import TextKit

extension Transfer: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        let reversals = try work.children(TransferReversal.self, of: id)
        return [
            "amount": .integer(amount), "amount_reversed": .integer(amountReversed),
            "balance_transaction": JSONTree(balanceTransaction), "created": .integer(created.seconds),
            "currency": JSONTree(currency), "description": .null, "destination": .string(destination),
            "destination_payment": JSONTree(destinationPayment), "livemode": false,
            "metadata": JSONTree(metadata),
            "reversals": try work.list(
                ListPage(Array(reversals.reversed().prefix(10)), hasMore: reversals.count > 10),
                at: "/v1/transfers/\(id)/reversals"),
            "reversed": .bool(amountReversed == amount), "source_transaction": JSONTree(sourceTransaction),
            "source_type": "card", "transfer_group": JSONTree(transferGroup),
        ]
    }
}

extension TransferReversal: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "amount": .integer(amount), "balance_transaction": JSONTree(balanceTransaction),
            "created": .integer(created.seconds), "currency": JSONTree(currency),
            "metadata": JSONTree(metadata), "transfer": .string(transfer),
        ]
    }
}
