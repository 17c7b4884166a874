import MoneyKit
import Processor
import TextKit
import TimeKit

/// The settings of a customer's cash balance.
///
/// Source: Stripe API reference, "Cash Balance".
struct CashBalance: StoredObject {
    static let objectName = "cash_balance"
    /// The id of the stored object. API responses do not contain this id.
    var id: String
    var created: Timestamp
    var customer: String
    /// The reconciliation mode for bank transfers: `automatic`, `manual` or `merchant_default`.
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
            return try shown(call.work.cashBalance(of: customer), customer, call.work)
        },
        .post(path, simulates: ["settings"]) { call in
            let customer = try call.customerInPath().id
            var balance =
                try call.work.cashBalance(of: customer)
                ?? CashBalance(
                    id: call.work.newID("cash"), created: call.work.now, customer: customer)
            balance.reconciliation =
                call["settings"]["reconciliation_mode"].string ?? balance.reconciliation
            return try shown(call.work.put(balance).object, customer, call.work)
        },
        .get(transactions, simulates: Filters.part) { call in
            let all = try call.work.children(CashTransaction.self, of: call.customerInPath().id)
            return try call.page(of: all)
        },
        .get(transactions + "/{transaction}") { call in
            let customer = try call.customerInPath()
            let transaction = try call.object(CashTransaction.self, "transaction")
            guard transaction.customer == customer.id else {
                throw ProcessorError.noSuch(CashTransaction.objectName, transaction.id)
            }
            return try call.shown(transaction)
        },
        .post(
            "/v1/test_helpers/customers/{customer}/fund_cash_balance",
            simulates: ["amount", "currency", "reference"]
        ) { call in
            let customer = try call.customerInPath()
            let amount = try call.requiredAmount()
            let currency = try call.requiredCurrency()
            return try call.shown(
                call.work.fund(customer, amount, currency, reference: call["reference"].string))
        },
        .post(
            "/v1/payment_intents/{intent}/apply_customer_balance", simulates: ["amount", "currency"]
        ) { call in
            // Payment methods of the type customer_balance are not simulated.
            throw try ProcessorError.unexpectedState(
                of: call.object(PaymentIntent.self),
                "You cannot apply the cash balance to this PaymentIntent, because its payment method is not of the type customer_balance."
            )
        },
        FundingInstructions.route,
    ]

    private static let path = "/v1/customers/{customer}/cash_balance"
    private static let transactions = "/v1/customers/{customer}/cash_balance_transactions"

    private static func shown(
        _ balance: CashBalance?, _ customer: String, _ work: EngineTransaction
    ) throws -> JSONObject {
        let mode = balance?.reconciliation ?? "merchant_default"
        let cash = try work.cash(of: customer).sorted { $0.key.code < $1.key.code }
        let available = cash.map { JSONTree.Member($0.key.code, .integer($0.value)) }
        return [
            "object": "cash_balance", "available": available.isEmpty ? nil : JSONObject(available),
            "customer": customer,
            "customer_account": nil, "livemode": false,
            "settings": [
                "reconciliation_mode": mode == "manual" ? mode : "automatic",
                "using_merchant_default": mode == "merchant_default",
            ] as JSONObject,
        ]
    }
}

extension EngineTransaction {
    /// Returns the settings of a customer's cash balance, or nil if they were never set.
    func cashBalance(of customer: String) throws -> CashBalance? {
        try children(CashBalance.self, of: customer).first
    }
}

extension CashTransaction: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        let type = Self.transferTypes[currency.code] ?? ""
        var transfer: JSONObject = ["reference": reference, "type": type]
        if currency == .usd { transfer["us_bank_transfer"] = ["network": "ach", "sender_name": .null] }
        return [
            "created": created, "currency": currency, "customer": customer,
            "ending_balance": endingBalance, "funded": ["bank_transfer": transfer.tree] as JSONTree,
            "livemode": false, "net_amount": amount, "type": "funded",
        ]
    }
}
