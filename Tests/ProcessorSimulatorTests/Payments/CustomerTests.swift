import MoneyKit
import Processor
import ProcessorSimulator
import SimulationKit
import Testing

/// Source: Stripe API reference, "Customers", "Metadata".
@Suite struct CustomerTests {
    let bench: ProcessorBench

    init() throws { bench = try ProcessorBench() }

    @Test("a customer's method is bound to them, and charged by default")
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

    @Test("an update merges metadata; an empty value removes its key")
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

    @Test("a method that was bound before becomes the default one")
    func defaultMethod() async throws {
        let made = try await bench.processor.create(Customer.Create(), key: bench.key)
        let card = try await bench.processor.attach("pm_card_amex", to: made.id, key: bench.key)
        let changed = try await bench.processor.update(
            customer: made.id, Customer.Create(paymentMethod: card.id), key: bench.key)
        #expect(changed.defaultPaymentMethod == card.id)
    }

    @Test("a declined card makes no customer")
    func declined() async throws {
        let key = bench.key
        let request = Customer.Create(email: "ann@example.com", paymentMethod: "pm_card_chargeDeclined")
        #expect(await refusal { try await bench.processor.create(request, key: key) }?.status == 402)
        #expect(try await bench.events() == [])
    }

    @Test("a bad address, a method of somebody else and a customer who is gone are refused")
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
