import MoneyKit
import MoneyTestSupport
import PaymentCore
import Plans
import Processor
import ProcessorSimulator
import SimulationKit
import Testing
import TimeKit

/// Annual prices (P4-24).
@Suite struct PlanAnnualTests {
    @Test("an annual price is charged once a year, on the same day, and at the catalog's amount")  // P4-24
    func year() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        let bought = try await world.buy(.plan("plus", .year))
        #expect(bought.terms?.price == "price_consumer_plus_annual")
        #expect(bought.subscriptionEnd?.date.iso8601 == "2027-01-04")
        #expect(try await world.charged() == 99_90)
        world.clock.advance(seconds: 364 * PlanWorld.day)
        #expect(try await world.plans.refresh("ann").view == .active)
        #expect(try await world.charged() == 99_90)
        world.clock.advance(seconds: PlanWorld.day + 7_200)
        let renewed = try await world.plans.refresh("ann")
        #expect(renewed.subscriptionEnd?.date.iso8601 == "2028-01-04")
        #expect(try await world.charged() == 2 * 99_90)
        #expect(try await world.ledger(.planRevenue) == -2 * 99_90)
        #expect(try await world.subscription().price.interval == .year)
    }

    @Test("a declined annual renewal is past due from the end of the paid year")  // P4-24
    func pastDue() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.buy(.price("price_consumer_plus_annual"))
        try await world.breakCard()
        world.clock.advance(seconds: 365 * PlanWorld.day + 7_200)
        let due = try await world.plans.refresh("ann")
        #expect(due.view == .pastDue)
        #expect(due.subscriptionEnd?.date.iso8601 == "2027-01-04")
    }

    @Test("monthly recurring revenue counts a twelfth of an annual price, rounded once")  // P4-24
    func report() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.buy(for: "ann")
        try await world.buy(.plan("plus", .year), for: "bob")
        try await world.buy(.plan("starter_pro", .year), for: "org")
        let report = try await world.plans.report(since: world.clock.now)
        // 999 + (9,990 + 49,000) / 12 = 5,914.83
        #expect(report.monthlyRevenue == [Money(59_15, .usd)])
        #expect(report.active == 3)
    }
}
