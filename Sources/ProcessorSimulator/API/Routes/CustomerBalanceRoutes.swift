import MoneyKit
import Processor
import TextKit

/// The routes of `/v1/customers/{customer}/balance_transactions`.
///
/// Source: Stripe API reference, "Customer Balance Transaction".
enum CustomerBalanceRoutes {
    static let all: [Route] = [
        .post(path, simulates: ["amount", "currency", "description", "metadata"]) { call in
            let customer = try call.customerInPath()
            let amount = try call.requiredAmount()
            let currency = try call.requiredCurrency()
            try MetadataRules.check(call.metadata)
            var made = try call.work.adjust(customer, by: amount, currency).transaction
            made.description = call["description"].string
            made.metadata = call.metadata
            return try call.saved(made)
        },
        .get(path, simulates: Filters.list.union(["invoice"])) { call in
            var filter = call.filter(["invoice": "invoice"])
            filter["customer"] = try call.customerInPath().id
            return try call.listed(CustomerBalanceTransaction.self, where: filter)
        },
        .get(one) { call in try call.shown(call.balanceTransactionInPath()) },
        .post(one, simulates: ["description", "metadata"]) { call in
            var made = try call.balanceTransactionInPath()
            call.take("description", into: &made.description)
            try call.takeMetadata(into: &made.metadata)
            return try call.saved(made)
        },
    ]

    private static let path = "/v1/customers/{customer}/balance_transactions"
    private static let one = "/v1/customers/{customer}/balance_transactions/{transaction}"
}

extension Call {
    fileprivate func balanceTransactionInPath() throws -> CustomerBalanceTransaction {
        let made = try object(CustomerBalanceTransaction.self, "transaction")
        guard made.customer == path("customer") else {
            throw ProcessorError.noSuch(CustomerBalanceTransaction.objectName, made.id)
        }
        return made
    }
}

extension Call {
    /// Sets a customer's balance to the value of the `balance` parameter. Does nothing if the request does
    /// not contain the parameter.
    func setBalance(of customer: Customer, _ kind: CustomerBalanceTransaction.Kind) throws -> Customer {
        guard let balance = self["balance"].integer, balance != customer.balance ?? 0 else { return customer }
        let (change, isTooLarge) = balance.subtractingReportingOverflow(customer.balance ?? 0)
        guard !isTooLarge else { throw ProcessorError.notAnAmount("balance") }
        return try work.adjust(
            customer, by: change, customer.currency ?? .usd, kind, parameter: "balance"
        ).customer
    }
}
