import DatabaseKit
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Plans
import Processor
import ProcessorSimulator
import SimulationKit
import Testing
import TimeKit

/// Changes from one plan to another (P4-24).
@Suite struct PlanMoveTests {
    private static let half: Int64 = 31 * PlanWorld.day / 2

    @Test("a higher price applies at once, and charges the difference for the rest of the month")
    // P4-24
    func up() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.buy(.plan("starter_pro"))
        world.clock.advance(seconds: Self.half)
        let moved = try await world.plans.changePlan(of: "ann", to: .plan("growth_pro"))
        #expect(moved.plan.id == "growth_pro" && moved.plan.entitlements.seats == 100)
        #expect(moved.subscriptionEnd == MoneyBench.start.adding(seconds: 31 * PlanWorld.day))
        // Half of 199.00 less half of 49.00.
        #expect(try await world.charged() == 49_00 + 75_00)
        #expect(try await world.ledger(.planRevenue) == -(49_00 + 75_00))
        world.clock.advance(seconds: Self.half + 7_200)
        #expect(try await world.plans.refresh("ann").view == .active)
        #expect(try await world.charged() == 49_00 + 75_00 + 199_00)
    }

    @Test("a lower price applies from the next month, and nothing is charged or refunded before")  // P4-24
    func down() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.buy(.plan("growth_pro"))
        world.clock.advance(seconds: Self.half)
        let moved = try await world.plans.changePlan(of: "ann", to: .plan("starter_pro"))
        let end = MoneyBench.start.adding(seconds: 31 * PlanWorld.day)
        #expect(moved.plan.id == "growth_pro")
        #expect(moved.next?.price == "price_starter_pro_monthly" && moved.next?.from == end)
        world.clock.advance(seconds: Self.half - 1)
        #expect(try await world.plans.refresh("ann").plan.id == "growth_pro")
        world.clock.advance(seconds: 1 + 7_200)
        #expect(try await world.plans.status(of: "ann").plan.id == "starter_pro")
        let renewed = try await world.plans.refresh("ann")
        #expect(renewed.plan.id == "starter_pro" && renewed.next == nil)
        #expect(try await world.charged() == 199_00 + 49_00)
        #expect(try await world.plans.report(since: world.clock.now).monthlyRevenue == [Money(49_00, .usd)])
    }

    @Test("choosing the current plan again withdraws a pending change")  // P4-24
    func stay() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.buy(.plan("growth_pro"))
        _ = try await world.plans.changePlan(of: "ann", to: .plan("starter_pro"))
        let stayed = try await world.plans.changePlan(of: "ann", to: .plan("growth_pro"))
        #expect(stayed.next == nil && stayed.plan.id == "growth_pro")
        world.clock.advance(seconds: PlanWorld.month)
        #expect(try await world.plans.refresh("ann").plan.id == "growth_pro")
        #expect(try await world.charged() == 2 * 199_00)
    }

    @Test(
        "a cancellation withdraws a pending change, which is neither shown nor applied",
        arguments: [false, true])
    func cancellation(isAtOnce: Bool) async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.buy(.plan("growth_pro"))
        _ = try await world.plans.changePlan(of: "ann", to: .plan("starter_pro"))
        let canceled = try await world.plans.change("ann", isAtOnce ? .cancelNow : .cancelAtPeriodEnd)
        #expect(canceled.next == nil && canceled.terms?.price == "price_growth_pro_monthly")
        world.clock.advance(seconds: PlanWorld.month)
        for status in [try await world.plans.status(of: "ann"), try await world.plans.refresh("ann")] {
            #expect(status.view == .ended && status.next == nil)
            #expect(status.terms?.price == "price_growth_pro_monthly")
        }
        #expect(try await world.charged() == 199_00)
    }

    @Test("a resumed subscription keeps its current price after a pending change was withdrawn")
    func resumed() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.buy(.plan("growth_pro"))
        _ = try await world.plans.changePlan(of: "ann", to: .plan("starter_pro"))
        _ = try await world.plans.change("ann", .cancelAtPeriodEnd)
        let resumed = try await world.plans.change("ann", .resume)
        #expect(resumed.view == .active && resumed.next == nil)
        #expect(try await world.subscription().price.unitAmount == 199_00)
        world.clock.advance(seconds: PlanWorld.month)
        #expect(try await world.plans.refresh("ann").plan.id == "growth_pro")
        #expect(try await world.charged() == 2 * 199_00)
    }

    @Test("a subscription resumed at the processor shows the price that it will charge")
    func resumedOutside() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.buy(.plan("growth_pro"))
        _ = try await world.plans.changePlan(of: "ann", to: .plan("starter_pro"))
        _ = try await world.plans.change("ann", .cancelAtPeriodEnd)
        _ = try await world.processor.update(
            subscription: world.subscription().id, .init(cancelAtPeriodEnd: false),
            key: IdempotencyKey("resume"))
        #expect(try await world.plans.refresh("ann").next?.price == "price_starter_pro_monthly")
        world.clock.advance(seconds: PlanWorld.month)
        #expect(try await world.plans.refresh("ann").plan.id == "starter_pro")
        #expect(try await world.charged() == 199_00 + 49_00)
    }

    // P4-24
    @Test("an upgrade after a pending downgrade charges the difference to the price paid for the month")
    func upAfterDown() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.buy(.plan("growth_pro"))
        _ = try await world.plans.changePlan(of: "ann", to: .plan("starter_pro"))
        world.clock.advance(seconds: Self.half)
        let moved = try await world.plans.changePlan(of: "ann", to: .plan("enterprise_pro"))
        #expect(moved.plan.id == "enterprise_pro" && moved.next == nil)
        // Half of 499.00 less half of 199.00.
        #expect(try await world.charged() == 199_00 + 150_00)
    }

    @Test("a change from monthly to annual begins a year at once, and credits the unused time")  // P4-24
    func annual() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.buy(.plan("starter_pro"))
        world.clock.advance(seconds: Self.half)
        let moved = try await world.plans.changePlan(of: "ann", to: .plan("starter_pro", .year))
        #expect(moved.terms?.interval == .year)
        #expect(try await world.charged() == 49_00 + 490_00 - 24_50)
        #expect(moved.subscriptionEnd?.date.iso8601 == "2027-01-19")
    }

    @Test("a declined charge of the difference changes nothing")  // P4-24
    func declined() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.buy(.plan("starter_pro"))
        try await world.breakCard()
        let error = await #expect(throws: PaymentError.self) {
            try await world.plans.changePlan(of: "ann", to: .plan("growth_pro"))
        }
        #expect(error?.code == .declined)
        let status = try await world.plans.refresh("ann")
        #expect(status.plan.id == "starter_pro" && status.view == .active && status.next == nil)
        #expect(try await world.charged() == 49_00)
        #expect(try await world.subscription().price.unitAmount == 49_00)
    }

    @Test("a change whose response was lost is found by a restore, and charged once")  // P4-24
    func lost() async throws {
        let rules = (1...3).map { ProcessorFaultPlan.Rule(.updateSubscription, $0, .answerLost) }
        let world = try PlanWorld.make { FaultyProcessor($0, ProcessorFaultPlan(rules: rules)) { _ in } }
        defer { world.remove() }
        try await world.buy(.plan("starter_pro"))
        world.clock.advance(seconds: Self.half)
        let error = await #expect(throws: PaymentError.self) {
            try await world.plans.changePlan(of: "ann", to: .plan("growth_pro"))
        }
        #expect(error?.code == .outcomeUnknown)
        #expect(try await world.calm.restore("ann").plan.id == "growth_pro")
        #expect(try await world.charged() == 49_00 + 75_00)
    }

    @Test("refuses an impossible change, and charges nothing")  // P4-24
    func refused() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        func code(_ subscriber: String, _ choice: PlanChoice) async -> PlanError.Code? {
            await #expect(throws: PlanError.self) {
                try await world.plans.changePlan(of: subscriber, to: choice)
            }?.code
        }
        #expect(await code("nobody", .plan("plus")) == .notSubscribed)
        try await world.buy(.plan("starter_pro", .year), for: "year")
        #expect(await code("year", .plan("growth_pro")) == .cannotChange)
        #expect(await code("year", .plan("enterprise_plus")) == .notPurchasable)
        try await world.promote("ALWAYS", .percent(BasisPoints(20_00)), .forever)
        try await world.buy(.plan("starter_pro"), for: "low", promotion: "ALWAYS")
        #expect(await code("low", .plan("growth_pro")) == .wrongState)
        try await world.buy(.plan("starter_pro"), for: "end")
        _ = try await world.plans.change("end", .cancelAtPeriodEnd)
        #expect(await code("end", .plan("growth_pro")) == .wrongState)
        try await world.buy(.plan("plus"), for: "person")
        #expect(await code("person", .plan("starter_pro")) == .cannotChange)
        #expect(try await world.charged() == 490_00 + 39_20 + 49_00 + 9_99)
    }

    @Test("refuses and does not offer a price that a lasting promotion code makes too small to charge")
    func lastingPromotion() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.promote("ALWAYS", .amount(Money(48_80, .usd)), .forever)
        try await world.promote("FIRST", .amount(Money(48_80, .usd)), .once)
        let lasting = try await world.buy(.plan("growth_pro"), for: "ann", promotion: "ALWAYS")
        #expect(lasting.changes.isEmpty)
        let error = await #expect(throws: PlanError.self) {
            try await world.plans.changePlan(of: "ann", to: .plan("starter_pro"))
        }
        #expect(error?.code == .cannotChange)
        // A code for the first charge does not matter later.
        try await world.buy(.plan("growth_pro"), for: "bob", promotion: "FIRST")
        let moved = try await world.plans.changePlan(of: "bob", to: .plan("starter_pro"))
        #expect(moved.next?.price == "price_starter_pro_monthly")
    }

    @Test("offers every price of the same kind of plan that can be chosen now")  // P4-24
    func offers() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        let status = try await world.buy(.plan("growth_pro"))
        #expect(
            status.changes.map { "\($0.price.id) \($0.from == nil ? "now" : "then")" } == [
                "price_starter_pro_monthly then", "price_starter_pro_annual now",
                "price_growth_pro_annual now", "price_enterprise_pro_monthly now",
                "price_enterprise_pro_annual now",
            ])
    }

    @Test("a refused change between monthly and annual states which of the two rules forbids it")
    func refusedInterval() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        func reason(_ subscriber: String, _ choice: PlanChoice) async -> String? {
            await #expect(throws: PlanError.self) {
                try await world.plans.changePlan(of: subscriber, to: choice)
            }?.reason
        }
        // 499.00 a month, and 490.00 a year.
        try await world.buy(.plan("enterprise_pro"), for: "month")
        #expect(
            await reason("month", .plan("starter_pro", .year))
                == "the yearly plan must have a higher price than the current plan")
        try await world.buy(.plan("starter_pro", .year), for: "year")
        #expect(
            await reason("year", .plan("growth_pro"))
                == "a yearly plan cannot be changed to a monthly plan")
        #expect(try await world.charged() == 499_00 + 490_00)
    }
}
