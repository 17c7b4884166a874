import DatabaseKit
import MoneyKit
import MoneyTestSupport
import PaymentCore
@testable import Plans
import Processor
import ProcessorSimulator
import SimulationKit
import Testing
import TimeKit

/// The eleven flows of P4-23, with the simulated processor and clock.
@Suite struct PlanFlowTests {
    private static func end(_ days: Int64) -> Timestamp {
        MoneyBench.start.adding(seconds: days * PlanWorld.day)
    }

    @Test("1: the status has the product, the end of the period and the processor's status")  // P4-06, P4-23
    func status() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        #expect(try await world.plans.status(of: "ann").view == .free)
        let status = try await world.buy()
        #expect(status.view == .active)
        #expect(status.subscribed)
        #expect(status.productID == "prod_consumer_plus")
        #expect(status.subscriptionEnd == Self.end(31))
        #expect(!status.cancelAtPeriodEnd)
        #expect(status.processorStatus == .active)
        #expect(try await world.plans.status(of: "bob").view == .free)
    }

    @Test("2: Free locks a feature, and Plus does not")  // P4-19, P4-20, P4-23
    func upgradePrompts() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        let before = try await world.plans.status(of: "ann").plan.entitlements
        #expect(before.lock(on: .aiConcierge)?.title == "AI Concierge is a Plus Feature")
        let after = try await world.buy().plan.entitlements
        #expect(after.lock(on: .aiConcierge) == nil)
    }

    @Test("3: Plus stores beyond 500 MiB, with a warning beyond 50 GiB")  // P4-17, P4-23
    func plusStorage() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        let plus = try await world.buy().plan.entitlements
        #expect(plus.storing(current: 1 << 30, adding: 1) == .allow)
        guard case .allowWithWarning = plus.storing(current: 50 << 30, adding: 1) else {
            Issue.record("no warning")
            return
        }
    }

    @Test("4: the checkout charges the catalog's price as plan revenue, without a payee")
    // P4-01, P4-11, P4-14, P4-23
    func checkout() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.buy(.price("price_consumer_plus_monthly"))
        #expect(try await world.charged() == 9_99)
        #expect(try await world.ledger(.planRevenue) == -9_99)
        #expect(try await world.ledger(.feeRevenue) == 0)
        let subscription = try await world.subscription()
        #expect(subscription.destination == nil)
        #expect(subscription.onBehalfOf == nil)
        #expect(subscription.applicationFeeBasisPoints == nil)
        let payments = try await world.file.read { try $0.payments(in: nil, after: nil, limit: 10) }
        #expect(payments.map(\.form) == [.platform(revenue: .planRevenue)])
        #expect(payments.map(\.settlement) == [.none])
    }

    @Test(
        "4: refuses a plan or price that is not for sale, and charges nothing",  // P4-04, P4-11, P4-23
        arguments: [
            (.price("price_of_mine"), .unknownPrice), (.plan("gold"), .unknownPrice),
            (.plan("enterprise_plus"), .notPurchasable), (.plan("free"), .notPurchasable),
            (.price(""), .unknownPrice),
        ] as [(PlanChoice, PlanError.Code)])
    func refused(choice: PlanChoice, code: PlanError.Code) async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        let error = await #expect(throws: PlanError.self) { try await world.buy(choice) }
        #expect(error?.code == code)
        #expect(try await world.charged() == 0)
    }

    @Test("4: a second checkout charges nothing, and the same key is the same subscription")  // P4-11, P4-23
    func twice() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.buy(key: "a")
        #expect(try await world.buy(key: "a").view == .active)
        let conflict = await #expect(throws: PlanError.self) {
            try await world.buy(.plan("starter_pro"), key: "a")
        }
        #expect(conflict?.code == .idempotencyConflict)
        let again = await #expect(throws: PlanError.self) { try await world.buy(key: "b") }
        #expect(again?.code == .alreadySubscribed)
        #expect(try await world.charged() == 9_99)
    }

    @Test("4: a declined card leaves Free, and another card can be tried")  // P4-11, P4-23
    func declined() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        let error = await #expect(throws: PaymentError.self) {
            try await world.buy(method: "pm_card_visa_chargeDeclined")
        }
        #expect(error?.code == .declined)
        #expect(try await world.plans.status(of: "ann").view == .free)
        #expect(try await world.ledger(.planRevenue) == 0)
        #expect(try await world.buy().view == .active)
    }

    @Test("a purchase that the processor declined is not marked as checked again")
    func declinedIsNotChecked() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        await #expect(throws: PaymentError.self) {
            try await world.buy(method: "pm_card_visa_chargeDeclined")
        }
        world.clock.advance(seconds: 60)
        #expect(try await world.plans.restore("ann").age == 60)
    }

    @Test("5: a purchase whose response was lost is found by a restore, and charged once")
    // P4-13, P4-21, P4-22, P4-23
    func refreshAfterPurchase() async throws {
        let lost = (1...3).map { ProcessorFaultPlan.Rule(.createSubscription, $0, .answerLost) }
        let world = try PlanWorld.make { FaultyProcessor($0, ProcessorFaultPlan(rules: lost)) { _ in } }
        defer { world.remove() }
        let unknown = try await world.buy(with: world.plans)
        #expect(unknown.view == .unknown && unknown.plan.id == "free")
        #expect(unknown.plan.entitlements.lock(on: .aiConcierge)?.code == .upgradeRequired)
        #expect(!unknown.plan.entitlements.storing(current: 500 << 20, adding: 1).isAllowed)
        #expect(try await world.plans.restore("ann").view == .active)
        #expect(try await world.charged() == 9_99)
        #expect(try await world.ledger(.planRevenue) == -9_99)
    }

    @Test("6: the portal changes the card, cancels, resumes and ends the subscription")  // P4-16, P4-23
    func portal() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.buy()
        let first = try await world.subscription().defaultPaymentMethod
        _ = try await world.plans.change("ann", .method("pm_card_mastercard"))
        #expect(try await world.subscription().defaultPaymentMethod != first)
        let ending = try await world.plans.change("ann", .cancelAtPeriodEnd)
        #expect(ending.view == .cancelling)
        #expect(ending.isActive)
        #expect(ending.subscriptionEnd == Self.end(31))
        #expect(try await world.plans.change("ann", .cancelAtPeriodEnd) == ending)
        let resumed = try await world.plans.change("ann", .resume)
        #expect(resumed.view == .active)
        let over = try await world.plans.change("ann", .cancelNow)
        #expect(over.view == .ended)
        #expect(!over.isActive)
        let late = await #expect(throws: PlanError.self) { try await world.plans.change("ann", .resume) }
        #expect(late?.code == .wrongState)
        let nobody = await #expect(throws: PlanError.self) { try await world.plans.change("bob", .resume) }
        #expect(nobody?.code == .notSubscribed)
        world.clock.advance(seconds: PlanWorld.month)
        _ = try await world.plans.refresh("ann")
        #expect(try await world.charged() == 9_99)
    }

    @Test("7: features are open while the plan is active, and locked afterwards")  // P4-19, P4-20, P4-23
    func gating() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        #expect(try await world.buy().plan.entitlements.lock(on: .travelWallet) == nil)
        let over = try await world.plans.change("ann", .cancelNow)
        #expect(over.plan.entitlements.lock(on: .travelWallet) != nil)
    }

    @Test("8: quotas return to those of Free when the plan ends")  // P4-17, P4-18, P4-23
    func quotas() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        let size: Int64 = 600 << 20
        #expect(try await world.buy().plan.entitlements.storing(current: size, adding: 1).isAllowed)
        let over = try await world.plans.change("ann", .cancelNow).plan.entitlements
        #expect(!over.storing(current: size, adding: 1).isAllowed)
        #expect(!over.addingTrip(current: 10).isAllowed)
    }

    @Test("9: events and polling give the same status, month after month")  // P4-10, P4-13, P4-23, P4-25
    func periodicCheck() async throws {
        // From January 31, each month ends on its last day.
        let start = Timestamp(seconds: 1_769_850_000)
        let (told, asking) = (try PlanWorld.make(at: start), try PlanWorld.make(at: start))
        defer {
            told.remove()
            asking.remove()
        }
        for world in [told, asking] { try await world.buy() }
        var ends: [String] = []
        for _ in 1...3 {
            for world in [told, asking] { world.clock.advance(seconds: 29 * PlanWorld.day) }
            for event in try await told.processor.events(ListQuery(limit: 100)).data.reversed() {
                try await told.plans.payments.receive(event)
            }
            try await told.plans.payments.workReceivedEvents(limit: 1000)
            let asked = try await asking.plans.refresh("ann")
            let heard = try await told.plans.status(of: "ann")
            #expect(heard.view == asked.view)
            #expect(heard.subscriptionEnd == asked.subscriptionEnd)
            #expect(heard.processorStatus == asked.processorStatus)
            #expect(try await told.ledger(.planRevenue) == asking.ledger(.planRevenue))
            ends.append(asked.subscriptionEnd?.iso8601.prefix(10).description ?? "none")
        }
        #expect(ends == ["2026-03-31", "2026-03-31", "2026-04-30"])
        #expect(try await asking.ledger(.planRevenue) == -3 * 9_99)
    }

    @Test("9: without a response from the processor, the last status stays, with its age")  // P4-10, P4-23
    func silence() async throws {
        let world = try PlanWorld.make {
            FaultyProcessor($0, ProcessorFaultPlan(rate: 10_000, seed: 1)) { _ in }
        }
        defer { world.remove() }
        let good = try await world.buy()
        #expect(good.age == 0)
        world.clock.advance(seconds: 3_600)
        let kept = try await world.plans.refresh("ann")
        #expect(kept.view == .active)
        #expect(kept.subscriptionEnd == good.subscriptionEnd)
        #expect(kept.age == 3_600)
        #expect(try await world.calm.refresh("ann").age == 0)
    }

    @Test("10: a declined renewal is past due and in grace, then ended")  // P4-08, P4-23
    func expiry() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.buy()
        try await world.breakCard()
        world.clock.advance(seconds: PlanWorld.month)
        let due = try await world.plans.refresh("ann")
        #expect(due.view == .pastDue)
        #expect(due.isActive)
        #expect(due.isInGrace)
        #expect(due.subscriptionEnd == Self.end(31))
        #expect(due.failure != nil)
        world.clock.advance(seconds: 3 * PlanWorld.day)
        let tried = try await world.plans.refresh("ann")
        #expect(tried.view == .ended)
        #expect(tried.subscribed)
        #expect(tried.plan.id == "free")
        world.clock.advance(seconds: 20 * PlanWorld.day)
        let over = try await world.plans.refresh("ann")
        #expect(over.processorStatus == .canceled)
        #expect(!over.subscribed)
        #expect(try await world.charged() == 9_99)
        #expect(try await world.buy().isActive)
    }

    @Test("10: another card pays the past due amount at once, and once")  // P4-16, P4-23
    func recovery() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.buy()
        try await world.breakCard()
        world.clock.advance(seconds: PlanWorld.month)
        #expect(try await world.plans.refresh("ann").view == .pastDue)
        let paid = try await world.plans.change("ann", .method("pm_card_visa"))
        #expect(paid.view == .active)
        #expect(paid.failure == nil)
        #expect(try await world.charged() == 2 * 9_99)
        #expect(try await world.ledger(.planRevenue) == -2 * 9_99)
    }

    @Test("10: without a refresh, the plan ends by the clock after its grace period")  // P4-08, P4-23
    func clockAlone() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.buy()
        world.clock.advance(seconds: 33 * PlanWorld.day)
        #expect(try await world.plans.status(of: "ann").isInGrace)
        world.clock.advance(seconds: 2 * PlanWorld.day)
        #expect(try await world.plans.status(of: "ann").view == .ended)
        // The processor was paid all along.
        #expect(try await world.plans.refresh("ann").view == .active)
    }

    @Test("11: a subscriber who cancels at the processor keeps the month, and is not charged again")
    // P4-16, P4-23
    func cancelViaPortal() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.buy()
        _ = try await world.processor.update(
            subscription: world.subscription().id, Subscription.Update(cancelAtPeriodEnd: true),
            key: IdempotencyKey("portal"))
        #expect(try await world.plans.refresh("ann").view == .cancelling)
        world.clock.advance(seconds: 31 * PlanWorld.day - 1)
        #expect(try await world.plans.status(of: "ann").isActive)
        world.clock.advance(seconds: 1)
        #expect(try await !world.plans.status(of: "ann").isActive)
        world.clock.advance(seconds: PlanWorld.month)
        _ = try await world.plans.payments.reconcile()
        let over = try await world.plans.status(of: "ann")
        #expect(over.view == .ended)
        #expect(over.processorStatus == .canceled)
        #expect(over.subscriptionEnd == Self.end(31))
        #expect(try await world.charged() == 9_99)
    }

    @Test("a catalog without a subscriber's product leaves Free, and names the unknown product")  // P4-07
    func lostProduct() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.buy()
        let small = PlanService(
            payments: world.calm.payments,
            catalogue: PlanCatalogue(free: PlanCatalogue.standard.free, paid: []),
            clock: world.clock.wallClock, ids: world.bench.ids)
        let status = try await small.status(of: "ann")
        #expect(status.plan.id == "free")
        #expect(status.unknownProduct == "prod_consumer_plus")
    }

    @Test("the report counts monthly revenue, active and lost subscribers")  // P4-24
    func report() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.buy(for: "ann")
        try await world.buy(.plan("starter_pro"), for: "org")
        world.clock.advance(seconds: 10 * PlanWorld.day)
        let start = world.clock.now
        world.clock.advance(seconds: 1)
        _ = try await world.plans.change("ann", .cancelNow)
        let report = try await world.plans.report(since: start)
        #expect(report.monthlyRevenue == [Money(49_00, .usd)])
        #expect(report.activeBefore == 2)
        #expect(report.lost == 1)
        #expect(report.churn?.rawValue == 5_000)
    }
}
