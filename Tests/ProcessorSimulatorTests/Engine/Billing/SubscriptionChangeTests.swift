import MoneyKit
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing
import TimeKit

@Suite struct SubscriptionChangeTests {
    let bench: ProcessorBench

    init() throws { bench = try ProcessorBench() }

    private func update(_ subscription: Subscription, _ request: Subscription.Update) async throws
        -> Subscription
    {
        try await bench.processor.update(subscription: subscription.id, request, key: bench.key)
    }

    @Test("price, fee and metadata apply from the next invoice")
    func amount() async throws {
        let church = try await bench.church()
        let subscription = try await bench.processor.create(
            Subscription.Create(
                customer: bench.donor().id, price: bench.price(), destination: church,
                applicationFeeBasisPoints: 350, metadata: ["fund": "12", "note": "x"]), key: bench.key)
        let changed = try await update(
            subscription,
            Subscription.Update(
                price: bench.price(7500), applicationFeeBasisPoints: 330,
                metadata: ["fund": "13", "note": ""]))
        #expect(changed.metadata == ["fund": "13"])
        #expect(changed.currentPeriodEnd == subscription.currentPeriodEnd)
        bench.go(to: "2026-02-28T10:00:00Z")
        let invoices = try await bench.invoices(of: subscription.id)
        #expect(invoices.map(\.amountPaid) == [5000, 7500])
        #expect(invoices.map(\.applicationFeeAmount) == [175, 248])
        #expect(invoices[1].metadata == ["fund": "13"])
    }

    @Test("a higher price that applies immediately is invoiced with the new fee")
    func difference() async throws {
        let church = try await bench.church()
        let subscription = try await bench.processor.create(
            Subscription.Create(
                customer: bench.donor().id, price: bench.price(), destination: church,
                applicationFeeBasisPoints: 350), key: bench.key)
        let changed = try await update(
            subscription,
            Subscription.Update(
                price: bench.price(7500), invoicesDifference: true, applicationFeeBasisPoints: 330))
        #expect(changed.applicationFeeBasisPoints == 330)
        bench.go(to: "2026-02-28T10:00:00Z")
        let invoices = try await bench.invoices(of: subscription.id)
        #expect(invoices.map(\.amountPaid) == [5000, 2500, 7500])
        #expect(invoices.map(\.applicationFeeAmount) == [175, 83, 248])
        let ended = try await update(
            subscription,
            Subscription.Update(
                price: bench.price(8000), invoicesDifference: true, cancelAtPeriodEnd: true,
                metadata: ["fund": "13"]))
        #expect(ended.cancelAtPeriodEnd && ended.metadata == ["fund": "13"] && ended.price.unitAmount == 8000)
    }

    @Test("a trial moves the day without a charge in between")
    func day() async throws {
        let subscription = try await bench.monthly()
        let moved = try await update(
            subscription, Subscription.Update(trialEnd: Timestamp(iso8601: "2026-03-15T00:00:00Z")))
        #expect(moved.status == .trialing)
        bench.go(to: "2026-04-15T01:00:00Z")
        let invoices = try await bench.invoices(of: subscription.id)
        #expect(
            invoices.map(\.created.iso8601) == [
                "2026-01-31T09:00:00Z", "2026-03-15T00:00:00Z", "2026-04-15T00:00:00Z",
            ])
        #expect(invoices.allSatisfy { $0.status == .paid })
    }

    @Test("invoices are void while paused, until the pause ends or is ended", arguments: [true, false])
    func pause(byItself: Bool) async throws {
        let subscription = try await bench.monthly()
        let until = byItself ? Timestamp(iso8601: "2026-04-15T00:00:00Z") : nil
        _ = try await update(subscription, Subscription.Update(pause: .paused(until: until)))
        bench.go(to: "2026-04-15T00:00:00Z")
        if !byItself { _ = try await update(subscription, Subscription.Update(pause: .resumed)) }
        #expect(try await bench.processor.subscription(subscription.id).pausedUntil == nil)
        bench.go(to: "2026-04-30T10:00:00Z")
        #expect(try await bench.invoices(of: subscription.id).map(\.status) == [.paid, .void, .void, .paid])
        #expect(try await bench.movements(of: nil).count == 1)
        bench.clock.advance(seconds: 2)
        #expect(try await bench.movements(of: nil).count == 2)
    }

    @Test("a subscription ends with its period, unless the cancellation is undone", arguments: [true, false])
    func endOfPeriod(takenBack: Bool) async throws {
        let subscription = try await bench.monthly()
        #expect(
            try await update(subscription, Subscription.Update(cancelAtPeriodEnd: true)).status == .active)
        if takenBack { _ = try await update(subscription, Subscription.Update(cancelAtPeriodEnd: false)) }
        bench.go(to: "2026-03-31T10:00:00Z")
        let now = try await bench.processor.subscription(subscription.id)
        #expect(now.status == (takenBack ? .active : .canceled))
        #expect(try await bench.invoices(of: subscription.id).count == (takenBack ? 3 : 1))
        #expect(now.endedAt?.iso8601 == (takenBack ? nil : "2026-02-28T09:00:00Z"))
    }

    @Test("a subscription is canceled once, and its draft invoice is never charged")
    func cancels() async throws {
        let subscription = try await bench.monthly()
        bench.go(to: "2026-02-28T09:30:00Z")
        #expect(
            try await bench.processor.cancel(subscription: subscription.id, key: bench.key).status
                == .canceled)
        let again = await refusal {
            try await bench.processor.cancel(subscription: subscription.id, key: bench.key)
        }
        #expect(again?.status == 404)
        #expect(again?.code == "resource_missing")
        let change = await refusal {
            try await update(subscription, Subscription.Update(cancelAtPeriodEnd: true))
        }
        #expect(change?.status == 400)
        bench.go(to: "2026-06-30T00:00:00Z")
        #expect(try await bench.invoices(of: subscription.id).map(\.status) == [.paid, .draft])
    }

    @Test("deleting a customer cancels their subscriptions")
    func deletes() async throws {
        let subscription = try await bench.monthly()
        let gone = try await bench.processor.delete(customer: subscription.customer, key: bench.key)
        #expect(gone.deleted && gone.email == nil)
        #expect(try await bench.processor.subscription(subscription.id).status == .canceled)
        let again = await refusal {
            try await bench.processor.delete(customer: subscription.customer, key: bench.key)
        }
        #expect(again?.status == 404)
    }
}
