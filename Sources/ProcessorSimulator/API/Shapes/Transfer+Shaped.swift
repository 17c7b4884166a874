import TimeKit
import Processor

extension Transfer: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        let reversals = try work.children(TransferReversal.self, of: id)
        return [
            "amount": .integer(amount), "amount_reversed": .integer(amountReversed),
            "balance_transaction": JSONValue(balanceTransaction), "created": .integer(created.seconds),
            "currency": JSONValue(currency), "description": .null, "destination": .text(destination),
            "destination_payment": JSONValue(destinationPayment), "livemode": false,
            "metadata": JSONValue(metadata),
            "reversals": try work.list(
                ListPage(Array(reversals.reversed().prefix(10)), hasMore: reversals.count > 10),
                at: "/v1/transfers/\(id)/reversals"),
            "reversed": .bool(amountReversed == amount), "source_transaction": JSONValue(sourceTransaction),
            "source_type": "card", "transfer_group": JSONValue(transferGroup),
        ]
    }
}

extension TransferReversal: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "amount": .integer(amount), "balance_transaction": JSONValue(balanceTransaction),
            "created": .integer(created.seconds), "currency": JSONValue(currency),
            "metadata": JSONValue(metadata), "transfer": .text(transfer),
        ]
    }
}
