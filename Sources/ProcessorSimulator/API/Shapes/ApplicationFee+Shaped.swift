import TimeKit
import Processor
import TextKit

extension ApplicationFee: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        let refunds = try work.children(FeeRefund.self, of: id)
        return [
            "account": .string(account), "amount": .integer(amount),
            "amount_refunded": .integer(amountRefunded),
            "application": "ca_simulated", "balance_transaction": JSONTree(balanceTransaction),
            "charge": .string(originatingTransaction), "created": .integer(created.seconds),
            "currency": JSONTree(currency),
            "fee_source": ["type": "charge", "charge": .string(originatingTransaction)],
            "livemode": false, "originating_transaction": .string(originatingTransaction),
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
            "amount": .integer(amount), "created": .integer(created.seconds), "currency": JSONTree(currency),
            "fee": .string(fee), "metadata": JSONTree(metadata ?? [:]),
            "balance_transaction": JSONTree(balanceTransaction),
        ]
    }
}
