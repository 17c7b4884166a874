import Processor

/// `/v1/balance`, `/v1/balance_transactions` and `/v1/application_fees`
///
/// Source: Stripe API reference, "Balance", "Balance Transactions", "Application Fees".
enum BalanceRoutes {
    static let all: [Route] = [
        .get("/v1/balance") { call in
            let account = try call.account.map { try call.work.inPath(Account.self, $0) }
            return call.work.shaped(try call.work.store.balances(of: call.account ?? ""), of: account)
        },
        .get(
            "/v1/balance_transactions",
            simulates: Filters.list.union(["type", "source", "currency"])
        ) { call in
            let filter = call.filter(["type": "kind", "source": "source", "currency": "currency"])
            return try call.listed(BalanceTransaction.self, of: call.account, where: filter)
        },
        .get("/v1/balance_transactions/{id}") { call in
            let transaction = try call.work.inPath(BalanceTransaction.self, call.path())
            guard transaction.account == call.account else {
                throw ProcessorError.noSuch(BalanceTransaction.objectName, transaction.id)
            }
            return try call.shown(transaction)
        },
        .get("/v1/application_fees", simulates: Filters.list.union(["charge"])) { call in
            try call.listed(ApplicationFee.self, where: call.filter(["charge": "originatingTransaction"]))
        },
        .get("/v1/application_fees/{id}") { call in
            try call.shown(call.work.inPath(ApplicationFee.self, call.path()))
        },
        .get("/v1/application_fees/{id}/refunds", simulates: Filters.list.subtracting(["created"])) { call in
            let fee = try call.work.inPath(ApplicationFee.self, call.path())
            let refunds = try call.work.children(FeeRefund.self, of: fee.id)
            return try call.work.list(
                call.work.page(refunds, call.listQuery()), at: "/v1/application_fees/\(fee.id)/refunds")
        },
        .get("/v1/application_fees/{fee}/refunds/{id}") { call in
            try call.shown(call.work.inPath(FeeRefund.self, call.path("id")))
        },
    ]
}
