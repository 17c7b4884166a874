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
            guard let amount = call["amount"].integer else { throw ProcessorError.missing("amount") }
            guard let currency = try call.currency() else { throw ProcessorError.missing("currency") }
            try MetadataRules.check(call.metadata)
            var made = try call.work.adjust(customer, by: amount, currency).transaction
            made.description = call["description"].string
            made.metadata = call.metadata
            return try call.shown(call.work.put(made))
        },
        .get(path, simulates: Filters.list.union(["invoice"])) { call in
            var filter = call.filter(["invoice": "invoice"])
            filter["customer"] = try call.customerInPath().id
            return try call.work.list(
                call.work.list(CustomerBalanceTransaction.self, call.listQuery(), where: filter),
                at: call.address)
        },
        .get(one) { call in try call.shown(inPath(call)) },
        .post(one, simulates: ["description", "metadata"]) { call in
            var made = try inPath(call)
            call.take("description", into: &made.description)
            made.metadata = try call.metadata(over: made.metadata)
            return try call.shown(call.work.put(made))
        },
    ]

    private static let path = "/v1/customers/{customer}/balance_transactions"
    private static let one = "/v1/customers/{customer}/balance_transactions/{transaction}"

    private static func inPath(_ call: Call) throws -> CustomerBalanceTransaction {
        let made = try call.object(CustomerBalanceTransaction.self, "transaction")
        guard made.customer == call.path("customer") else {
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
