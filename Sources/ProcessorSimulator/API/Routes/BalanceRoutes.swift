import Processor
import TextKit

/// `/v1/balance` and `/v1/balance_transactions`
///
/// Source: Stripe API reference, "Balance", "Balance Transactions".
enum BalanceRoutes {
    static let all: [Route] = [
        .get("/v1/balance") { call in
            let account = try call.account.map { try call.work.inPath(Account.self, $0) }
            return call.work.shaped(try call.work.balances(of: call.account ?? ""), of: account)
        },
        .get(
            "/v1/balance_transactions",
            simulates: Filters.list.union(["type", "source", "currency", "payout"])
        ) { call in
            try checkPayout(call)
            let filter = call.filter([
                "type": "kind", "source": "source", "currency": "currency", "payout": "payout",
            ])
            return try call.listed(BalanceTransaction.self, of: call.account, where: filter)
        },
        .get("/v1/balance_transactions/{id}") { call in
            let transaction = try call.noun(BalanceTransaction.self)
            guard transaction.account == call.account else {
                throw ProcessorError.noSuch(BalanceTransaction.objectName, transaction.id)
            }
            return try call.shown(transaction)
        },
    ]

    /// Only a payout of the schedule knows what it took along.
    private static func checkPayout(_ call: Call) throws {
        guard let id = call["payout"].string else { return }
        let payout = try call.work.named(Payout.self, id, by: "payout")
        guard payout.automatic == true else {
            throw ProcessorError.invalid(
                nil,
                "Balance transaction history can only be filtered on automatic payouts, not manual ones.",
                parameter: "payout")
        }
    }
}
