import TimeKit
import Processor

extension ApplicationFee: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        let refunds = try work.children(FeeRefund.self, of: id)
        return [
            "account": .text(account), "amount": .integer(amount),
            "amount_refunded": .integer(amountRefunded),
            "application": "ca_simulated", "balance_transaction": JSONValue(balanceTransaction),
            "charge": .text(originatingTransaction), "created": .integer(created.seconds),
            "currency": JSONValue(currency),
            "fee_source": ["type": "charge", "charge": .text(originatingTransaction)],
            "livemode": false, "originating_transaction": .text(originatingTransaction),
            "refunded": .bool(amountRefunded == amount),
            "refunds": try work.list(
                ListPage(Array(refunds.reversed().prefix(10)), hasMore: refunds.count > 10),
                at: "/v1/application_fees/\(id)/refunds"),
        ]
    }
}

extension FeeRefund: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "amount": .integer(amount), "created": .integer(created.seconds), "currency": JSONValue(currency),
            "fee": .text(fee), "metadata": JSONValue(metadata ?? [:]),
            "balance_transaction": JSONValue(balanceTransaction),
        ]
    }
}
