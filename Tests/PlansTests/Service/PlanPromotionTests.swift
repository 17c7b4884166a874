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

/// Promotion codes (P4-24).
@Suite struct PlanPromotionTests {
    @Test(
        "a promotion code lowers the first charge, or every charge",  // P4-24
        arguments: [
            (PromotionCode.Off.percent(BasisPoints(20_00)), Promotion.Duration.once, [7_99, 9_99]),
            (.percent(BasisPoints(20_00)), .forever, [7_99, 7_99]),
            (.amount(Money(5_00, .usd)), .once, [4_99, 9_99]),
            (.percent(BasisPoints(100_00)), .once, [0, 9_99]),
        ] as [(PromotionCode.Off, Promotion.Duration, [Int64])])
    func lowers(off: PromotionCode.Off, duration: Promotion.Duration, charges: [Int64]) async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.promote("SPRING", off, duration)
        let bought = try await world.buy(promotion: "spring")
        #expect(bought.view == .active)
        #expect(bought.promotion?.code == "SPRING")
        #expect(bought.promotion?.reduced(Money(9_99, .usd)).minorUnits == charges[0])
        #expect(try await world.charged() == charges[0])
        world.clock.advance(seconds: PlanWorld.month)
        #expect(try await world.plans.refresh("ann").view == .active)
        #expect(try await world.charged() == charges[0] + charges[1])
        #expect(try await world.ledger(.planRevenue) == -(charges[0] + charges[1]))
    }

    @Test("after a free first month, a higher price applies at once and without a discount")
    func freeMonth() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.promote("FREE", .percent(BasisPoints(100_00)), .once)
        let free = try await world.buy(.plan("starter_pro"), promotion: "FREE")
        #expect(free.changes.isEmpty)
        #expect(try await world.plans.report(since: world.clock.now).active == 1)
        world.clock.advance(seconds: PlanWorld.month)
        #expect(try await world.plans.refresh("ann").changes.count == 5)
        let moved = try await world.plans.changePlan(of: "ann", to: .plan("growth_pro"))
        #expect(moved.plan.id == "growth_pro")
        let (paid, full) = (try await world.charged(), Int64(49_00 + 150_00))
        #expect(paid > 49_00 && paid < full)
    }

    @Test("a free first month that is canceled has ended, and was not declined")
    func freeMonthEnds() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.promote("FREE", .percent(BasisPoints(100_00)), .once)
        try await world.buy(promotion: "FREE")
        #expect(try await world.plans.change("ann", .cancelNow).view == .ended)
        #expect(try await world.charged() == 0)
    }

    @Test("creating a code again with the same key returns it, and is refused otherwise")
    func createdOnce() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        let payments = world.plans.payments
        func create(_ key: String?) async throws -> Promotion {
            try await payments.createPromotion(
                "SPRING", .amount(Money(5_00, .usd)), duration: .once, expiresAt: nil, key: key)
        }
        let first = try await create("a")
        #expect(first.amountOff == Money(5_00, .usd) && first.percentOff == nil)
        #expect(try await create("a").id == first.id)
        for key in ["b", nil] {
            let error = await #expect(throws: PaymentError.self) { try await create(key) }
            #expect(error?.code == .processorRefused)
        }
    }

    @Test("a lasting code lowers recurring revenue, and one for the first charge does not")  // P4-24
    func report() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.promote("ALWAYS", .percent(BasisPoints(20_00)), .forever)
        try await world.promote("FIRST", .percent(BasisPoints(20_00)), .once)
        try await world.buy(for: "ann", promotion: "ALWAYS")
        try await world.buy(for: "bob", promotion: "FIRST")
        let report = try await world.plans.report(since: world.clock.now)
        #expect(report.monthlyRevenue == [Money(7_99 + 9_99, .usd)])
    }

    @Test(
        "refuses a code that is unknown, expired, in another currency, or leaves too little to charge")
    // P4-24
    func refused() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.promote(
            "OLD", .percent(BasisPoints(20_00)), .once, expiresAt: world.clock.now.adding(seconds: 60))
        try await world.promote("EURO", .amount(Money(5_00, .eur)), .once)
        try await world.promote("NEARLY", .amount(Money(9_50, .usd)), .once)
        world.clock.advance(seconds: 61)
        for code in ["NONE", "OLD", "EURO", "NEARLY"] {
            let error = await #expect(throws: PlanError.self) { try await world.buy(promotion: code) }
            #expect(error?.code == .invalidPromotion, "\(code)")
        }
        #expect(try await world.charged() == 0)
        #expect(try await world.plans.status(of: "ann").view == .free)
    }

    @Test("the same key with a code buys once, even after the code has expired")  // P4-24
    func once() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.promote(
            "SPRING", .percent(BasisPoints(20_00)), .once, expiresAt: world.clock.now.adding(seconds: 60))
        try await world.buy(promotion: "SPRING", key: "a")
        world.clock.advance(seconds: 61)
        #expect(try await world.buy(promotion: "SPRING", key: "a").view == .active)
        #expect(try await world.charged() == 7_99)
    }
}
