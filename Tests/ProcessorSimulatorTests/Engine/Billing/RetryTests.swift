import MoneyKit
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing
import TimeKit

/// Source: Stripe documentation, "Automate payment retries", "Smart Retries".
@Suite struct RetryTests {
    /// Makes a gift that was paid once, and whose card fails on February 28 at 10:00.
    private func failing(_ bench: ProcessorBench, with method: String) async throws -> Subscription {
        let subscription = try await bench.monthly()
        let failing = try await bench.processor.attach(method, to: subscription.customer, key: bench.key)
        return try await bench.processor.update(
            subscription: subscription.id, Subscription.Update(defaultPaymentMethod: failing.id),
            key: bench.key)
    }

    @Test("a failed renewal is retried 8 times in 2 weeks, then the subscription ends")
    func exhausts() async throws {
        let bench = try ProcessorBench()
        let subscription = try await failing(bench, with: "pm_card_chargeCustomerFail")
        bench.go(to: "2026-02-28T10:00:00Z")
        #expect(try await bench.processor.subscription(subscription.id).status == .pastDue)
        #expect(
            try await bench.events().suffix(5) == [
                "charge.failed", "payment_intent.payment_failed", "invoice.payment_failed", "invoice.updated",
                "customer.subscription.updated",
            ])
        var invoice = try #require(try await bench.invoices(of: subscription.id).last)
        #expect(invoice.nextPaymentAttempt?.iso8601 == "2026-03-01T10:00:00Z")
        bench.go(to: "2026-03-14T09:59:59Z")
        #expect(try await bench.processor.subscription(subscription.id).status == .pastDue)
        bench.go(to: "2026-03-14T10:00:00Z")
        let ended = try await bench.processor.subscription(subscription.id)
        #expect(ended.status == .canceled)
        #expect(ended.endedAt?.iso8601 == "2026-03-14T10:00:00Z")
        invoice = try await bench.processor.invoice(invoice.id)
        #expect(invoice.attemptCount == 9)
        #expect(invoice.status == .open)
        #expect(try await bench.events().last == "customer.subscription.deleted")
        bench.clock.advance(seconds: 90 * 86_400)
        #expect(try await bench.invoices(of: subscription.id).count == 2)
    }

    @Test("the next retry charges a new card, and the subscription is active again")
    func recovers() async throws {
        let bench = try ProcessorBench()
        let subscription = try await failing(bench, with: "pm_card_chargeCustomerFail")
        bench.go(to: "2026-02-28T10:00:00Z")
        let card = try await bench.processor.attach("pm_card_visa", to: subscription.customer, key: bench.key)
        _ = try await bench.processor.update(
            subscription: subscription.id, Subscription.Update(defaultPaymentMethod: card.id), key: bench.key)
        bench.go(to: "2026-03-01T10:00:00Z")
        #expect(try await bench.processor.subscription(subscription.id).status == .active)
        let invoice = try #require(try await bench.invoices(of: subscription.id).last)
        #expect(invoice.status == .paid)
        #expect(invoice.attemptCount == 2)
        #expect(invoice.nextPaymentAttempt == nil)
        bench.go(to: "2026-03-31T10:00:00Z")
        #expect(try await bench.invoices(of: subscription.id).map(\.status) == [.paid, .paid, .paid])
    }

    @Test("a hard decline is not retried, and the subscription ends two weeks later")
    func hardDecline() async throws {
        let bench = try ProcessorBench()
        let subscription = try await failing(bench, with: "pm_card_authenticationRequired")
        bench.go(to: "2026-02-28T10:00:00Z")
        let invoice = try #require(try await bench.invoices(of: subscription.id).last)
        #expect(invoice.nextPaymentAttempt == nil)
        bench.go(to: "2026-03-14T09:59:59Z")
        #expect(try await bench.processor.invoice(invoice.id).attemptCount == 1)
        #expect(try await bench.processor.subscription(subscription.id).status == .pastDue)
        bench.go(to: "2026-03-14T10:00:00Z")
        #expect(try await bench.processor.subscription(subscription.id).status == .canceled)
    }

    @Test("a card pays until the end of its expiry month")
    func expires() async throws {
        let bench = try ProcessorBench()
        let subscription = try await bench.monthly()
        let made = try await bench.processor.create(
            PaymentMethod.Create(testName: "pm_card_visa", expiryMonth: 3, expiryYear: 2026), key: bench.key)
        let card = try await bench.processor.attach(made.id, to: subscription.customer, key: bench.key)
        _ = try await bench.processor.update(
            subscription: subscription.id, Subscription.Update(defaultPaymentMethod: card.id), key: bench.key)
        bench.go(to: "2026-04-30T10:00:00Z")
        #expect(try await bench.invoices(of: subscription.id).map(\.status) == [.paid, .paid, .paid, .open])
        let open = try #require(try await bench.invoices(of: subscription.id).last)
        let intent = try await bench.processor.paymentIntent(#require(open.paymentIntent))
        #expect(intent.lastPaymentError?.code == "expired_card")
    }

    @Test("an open invoice can be paid on request, once")
    func pays() async throws {
        let bench = try ProcessorBench()
        let subscription = try await failing(bench, with: "pm_card_chargeCustomerFail")
        bench.go(to: "2026-02-28T10:00:00Z")
        let invoice = try #require(try await bench.invoices(of: subscription.id).last)
        let declined = await refusal { try await bench.processor.pay(invoice: invoice.id, key: bench.key) }
        #expect(declined?.status == 402)
        #expect(try await bench.processor.invoice(invoice.id).attemptCount == 2)
        let card = try await bench.processor.attach("pm_card_visa", to: subscription.customer, key: bench.key)
        _ = try await bench.processor.update(
            subscription: subscription.id, Subscription.Update(defaultPaymentMethod: card.id), key: bench.key)
        #expect(try await bench.processor.pay(invoice: invoice.id, key: bench.key).status == .paid)
        #expect(try await bench.processor.subscription(subscription.id).status == .active)
        let again = await refusal { try await bench.processor.pay(invoice: invoice.id, key: bench.key) }
        #expect(again?.code == "invoice_already_paid")
    }
}
