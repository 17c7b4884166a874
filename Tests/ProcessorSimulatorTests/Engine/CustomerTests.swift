import MoneyKit
import Processor
import ProcessorSimulator
import SimulationKit
import Testing

/// Source: Stripe API reference, "Customers", "Metadata".
@Suite struct CustomerTests {
    let bench: ProcessorBench

    init() throws { bench = try ProcessorBench() }

    @Test("a customer's payment method is attached, and is the default")
    func makes() async throws {
        let customer = try await bench.processor.create(
            Customer.Create(
                name: "Ann", email: "ann@example.com", paymentMethod: "pm_card_visa", metadata: ["donor": "1"]
            ),
            key: bench.key)
        let method = try await bench.processor.paymentMethod(#require(customer.defaultPaymentMethod))
        #expect(method.customer == customer.id)
        #expect(try await bench.events() == ["customer.created", "payment_method.attached"])
    }

    @Test("an update merges metadata, and an empty value removes its key")
    func updates() async throws {
        let made = try await bench.processor.create(
            Customer.Create(name: "Ann", email: "ann@example.com", metadata: ["a": "1", "b": "2"]),
            key: bench.key)
        let changed = try await bench.processor.update(
            customer: made.id, Customer.Create(email: "ann@example.org", metadata: ["a": "", "c": "3"]),
            key: bench.key)
        #expect(changed.name == "Ann")
        #expect(changed.email == "ann@example.org")
        #expect(changed.metadata == ["b": "2", "c": "3"])
        #expect(try await bench.events().last == "customer.updated")
    }

    @Test("an attached method becomes the default by an update")
    func defaultMethod() async throws {
        let made = try await bench.processor.create(Customer.Create(), key: bench.key)
        let card = try await bench.processor.attach("pm_card_amex", to: made.id, key: bench.key)
        let changed = try await bench.processor.update(
            customer: made.id, Customer.Create(paymentMethod: card.id), key: bench.key)
        #expect(changed.defaultPaymentMethod == card.id)
    }

    @Test("lists customers that are not deleted, by exact email address or by period")
    func lists() async throws {
        var made: [Customer] = []
        for email in ["ann@example.com", "Ann@example.com", "ann@example.com", "ben@example.com"] {
            made.append(try await bench.processor.create(Customer.Create(email: email), key: bench.key))
            bench.clock.advance(seconds: 60)
        }
        _ = try await bench.processor.delete(customer: made[2].id, key: bench.key)
        func listed(_ email: String?, _ query: ListQuery = ListQuery()) async throws -> [String] {
            try await bench.processor.customers(email: email, query).data.map(\.id)
        }
        #expect(try await listed("ann@example.com") == [made[0].id])
        #expect(try await listed("Ann@example.com") == [made[1].id])
        #expect(try await listed(nil) == [made[3].id, made[1].id, made[0].id])
        let period = made[1].created...made[3].created
        #expect(try await listed(nil, ListQuery(created: period)) == [made[3].id, made[1].id])
        #expect(try await listed("ann@example.com", ListQuery(created: period)) == [])
    }

    @Test("assigns a charge to a customer, and repeating it changes nothing")
    func assigns() async throws {
        let ann = try await bench.processor.create(Customer.Create(email: "ann@example.com"), key: bench.key)
        let intent = try await bench.gift(to: nil)
        let charge = try #require(intent.latestCharge)
        for _ in 1...2 {
            let assigned = try await bench.processor.assign(charge: charge, to: ann.id, key: bench.key)
            #expect(assigned.customer == ann.id)
        }
        #expect(try await bench.processor.charge(charge).customer == ann.id)
        #expect(try await bench.processor.paymentIntent(intent.id).customer == nil)
        #expect(try await bench.events().suffix(2) == ["charge.updated", "charge.updated"])
        let answer = await bench.exchange(
            "GET", "/v1/charges", [FormField("customer", ann.id)])
        #expect((answer.json["data"] as? [[String: Any]])?.compactMap { $0["id"] as? String } == [charge])
    }

    @Test("refuses a second customer for a charge, and a deleted customer, also over the API")
    func assignsOnce() async throws {
        let ann = try await bench.processor.create(Customer.Create(), key: bench.key)
        let ben = try await bench.processor.create(Customer.Create(), key: bench.key)
        let charge = try #require(try await bench.gift(to: nil).latestCharge)
        let path = "/v1/charges/\(charge)"
        _ = try await bench.processor.delete(customer: ben.id, key: bench.key)
        let gone = await bench.exchange("POST", path, [FormField("customer", ben.id)])
        #expect(gone.status == 400)
        #expect((gone.json["error"] as? [String: Any])?["code"] as? String == "resource_missing")
        let assigned = await bench.exchange("POST", path, [FormField("customer", ann.id)])
        #expect(assigned.json["customer"] as? String == ann.id)
        let cid = try await bench.processor.create(Customer.Create(), key: bench.key)
        let refused = await refusal {
            try await bench.processor.assign(charge: charge, to: cid.id, key: bench.key)
        }
        #expect(refused?.status == 400 && refused?.parameter == "customer")
        let other = await bench.exchange("POST", path, [FormField("customer", cid.id)])
        #expect((other.json["error"] as? [String: Any])?["param"] as? String == "customer")
        #expect(try await bench.processor.charge(charge).customer == ann.id)
    }

    @Test("a declined card creates no customer")
    func declined() async throws {
        let key = bench.key
        let request = Customer.Create(email: "ann@example.com", paymentMethod: "pm_card_chargeDeclined")
        #expect(await refusal { try await bench.processor.create(request, key: key) }?.status == 402)
        #expect(try await bench.events() == [])
    }

    @Test("refuses an invalid email address, another customer's method and a deleted customer")
    func refuses() async throws {
        let ann = try await bench.donor()
        let ben = try await bench.donor()
        let email = await refusal {
            try await bench.processor.create(Customer.Create(email: "ann at home"), key: bench.key)
        }
        #expect(email?.code == "email_invalid")
        let method = try #require(ann.defaultPaymentMethod)
        let foreign = await refusal { try await bench.processor.attach(method, to: ben.id, key: bench.key) }
        #expect(foreign?.code == "payment_method_unexpected_state")
        _ = try await bench.processor.delete(customer: ben.id, key: bench.key)
        let gone = await refusal {
            try await bench.processor.attach("pm_card_visa", to: ben.id, key: bench.key)
        }
        #expect(gone?.code == "resource_missing")
    }
}
