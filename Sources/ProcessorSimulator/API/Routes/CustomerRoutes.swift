import Processor
import TextKit
import TimeKit

/// The routes of `/v1/customers`.
///
/// Source: Stripe API reference, "Customers".
enum CustomerRoutes {
    static let all: [Route] = [
        .post(
            path, simulates: asked.union(["balance", "source", "test_clock", "tax_id_data"]), keeps: kept
        ) { call in
            let clock = try call["test_clock"].string.map { try call.work.clockWithRoom($0).id }
            let request = try call.wantedCustomer(metadata: call.metadata)
            let written = try call.work.create(request, clock: clock)
            try call.createTaxIDs(of: written.object)
            return try call.shown(call.setBalance(of: call.withSource(written.object), .initial))
        },
        .list(
            path, Customer.self, by: ["email": "email", "test_clock": "testClock"], where: ["deleted": "0"]),
        .search(path, Customer.self),
        .get(one) { call in
            let customer = try call.object(Customer.self)
            return customer.deleted
                ? Customer.deleted(customer.id) : try call.shown(customer)
        },
        .post(one, simulates: asked.union(["balance", "source", "default_source"]), keeps: kept) { call in
            let customer = try call.object(Customer.self)
            // The engine merges metadata. An empty value removes its key.
            var metadata = call.metadata
            if call.has("metadata") {
                let wanted = try call.metadata(over: customer.metadata)
                for key in customer.metadata.keys where wanted[key] == nil { metadata[key] = "" }
            }
            let changed = try call.work.update(customer: customer.id, call.wantedCustomer(metadata: metadata))
            return try call.shown(call.setBalance(of: call.withSource(changed.object), .adjustment))
        },
        .delete(one) { call in
            Customer.deleted(try call.work.delete(customer: call.path()).object.id)
        },
        .get(one + "/payment_methods", simulates: Filters.part.union(["type"])) {
            call in
            let customer = try call.work.living(call.path(), by: nil)
            let filter = call.filter(["type": "kind"]).merging(["customer": customer.id]) { $1 }
            return try call.listed(PaymentMethod.self, where: filter)
        },
        .get(one + "/payment_methods/{payment_method}") { call in
            let id = call.path("payment_method")
            let method = try call.work.inPath(PaymentMethod.self, id)
            guard method.customer == call.path("customer") else {
                throw ProcessorError.noSuch("payment_method", id)
            }
            return try call.shown(method)
        },
    ]

    private static let path = "/v1/customers"
    private static let one = "/v1/customers/{customer}"
    private static let asked: Set<String> = [
        "name", "email", "phone", "payment_method", "metadata", "invoice_settings[default_payment_method]",
    ]
    private static let kept: Set<String> = [
        "address", "description", "shipping", "preferred_locales", "tax_exempt",
    ]
}

extension Call {
    fileprivate func wantedCustomer(metadata: Metadata) throws -> Customer.Create {
        try MetadataRules.check(metadata)
        let method =
            self["invoice_settings"]["default_payment_method"].string ?? self["payment_method"].string
        return Customer.Create(
            name: self["name"].string, email: self["email"].string, phone: self["phone"].string,
            paymentMethod: method, metadata: metadata)
    }
}

/// The routes of `/v1/test_helpers/test_clocks`.
///
/// Source: Stripe API reference, "Test clocks".
enum TestClockRoutes {
    static let all: [Route] = [
        .post(path, simulates: ["frozen_time", "name"]) { call in
            let moment = Timestamp(seconds: call["frozen_time"].integer ?? 0)
            return try call.shown(
                call.work.createClock(at: moment, named: call["name"].string, of: call.account))
        },
        .list(path, TestClock.self, parameters: Filters.part),
        .get(one) { call in try call.shown(call.ownClock()) },
        .post(one + "/advance", simulates: ["frozen_time"]) { call in
            let moment = Timestamp(seconds: call["frozen_time"].integer ?? 0)
            return try call.shown(call.work.advance(clock: call.ownClock().id, to: moment))
        },
        .delete(one) { call in
            TestClock.deleted(try call.work.delete(clock: call.ownClock().id).id)
        },
    ]

    private static let path = "/v1/test_helpers/test_clocks"
    private static let one = "/v1/test_helpers/test_clocks/{test_clock}"
}

extension Call {
    fileprivate func ownClock() throws -> TestClock {
        let clock = try object(TestClock.self)
        guard clock.account == account else {
            throw ProcessorError.noSuch(TestClock.objectName, clock.id)
        }
        return clock
    }
}
