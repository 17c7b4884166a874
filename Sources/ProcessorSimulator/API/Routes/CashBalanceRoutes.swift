import Processor
import TextKit
import TimeKit

/// The settings of a customer's cash balance, which is always empty.
///
/// Source: Stripe API reference, "Cash Balance".
struct CashBalance: StoredObject {
    static let objectName = "cash_balance"
    /// The id in storage. It is never returned to callers.
    var id: String
    var created: Timestamp
    var customer: String
    /// The reconciliation of bank transfers: `automatic`, `manual` or `merchant_default`.
    var reconciliation = "merchant_default"

    var parent: String? { customer }
}

/// The routes of a customer's cash balance.
///
/// Source: Stripe API reference, "Cash Balance", "Cash Balance Transaction".
enum CashBalanceRoutes {
    static let all: [Route] = [
        .get(path) { call in
            let customer = try call.customerInPath().id
            return shown(try call.work.cashBalance(of: customer), customer)
        },
        .post(path, simulates: ["settings"]) { call in
            let customer = try call.customerInPath().id
            var balance =
                try call.work.cashBalance(of: customer)
                ?? CashBalance(
                    id: call.work.newID("cash"), created: call.work.now, customer: customer)
            balance.reconciliation =
                call["settings"]["reconciliation_mode"].string ?? balance.reconciliation
            return shown(try call.work.put(balance).object, customer)
        },
        .get(transactions, simulates: Filters.part) { call in
            _ = try call.customerInPath()
            return try call.part(of: [], at: call.address)
        },
        .get(transactions + "/{transaction}") { call in
            _ = try call.customerInPath()
            throw ProcessorError.noSuch("customer_cash_balance_transaction", call.path("transaction"))
        },
    ]

    private static let path = "/v1/customers/{customer}/cash_balance"
    private static let transactions = "/v1/customers/{customer}/cash_balance_transactions"

    private static func shown(_ balance: CashBalance?, _ customer: String) -> JSONTree {
        let mode = balance?.reconciliation ?? "merchant_default"
        return [
            "object": "cash_balance", "available": .null, "customer": .string(customer),
            "customer_account": .null, "livemode": false,
            "settings": [
                "reconciliation_mode": .string(mode == "manual" ? mode : "automatic"),
                "using_merchant_default": .bool(mode == "merchant_default"),
            ],
        ]
    }
}

extension EngineTransaction {
    /// Returns the settings of a customer's cash balance, or nil if they were never set.
    func cashBalance(of customer: String) throws -> CashBalance? {
        try children(CashBalance.self, of: customer).first
    }
}
