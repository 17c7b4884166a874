import MoneyKit
import PaymentCore
import Testing
import TimeKit

@testable import Plans

@Suite struct PlanStatusTests {
    struct Row: Sendable {
        let state: Schedule.State
        /// The end of the period, in seconds from now, or nil if nothing was paid.
        let end: Int64?
        var ends = false
        let view: PlanStatus.View
        let isActive: Bool
        var inGrace = false
    }

    private static let now = Timestamp(seconds: 1_000_000)
    private static let grace: Int64 = 100

    static let rows = [
        Row(state: .incomplete, end: nil, view: .unknown, isActive: false),
        Row(state: .needsReview, end: nil, view: .unknown, isActive: false),
        Row(state: .needsReview, end: 50, view: .unknown, isActive: false),
        Row(state: .active, end: nil, view: .ended, isActive: false),
        Row(state: .active, end: 1, view: .active, isActive: true),
        Row(state: .active, end: 0, view: .active, isActive: true, inGrace: true),
        Row(state: .active, end: -99, view: .active, isActive: true, inGrace: true),
        Row(state: .active, end: -100, view: .ended, isActive: false),
        Row(state: .active, end: 1, ends: true, view: .cancelling, isActive: true),
        Row(state: .active, end: 0, ends: true, view: .ended, isActive: false),
        Row(state: .pastDue, end: -99, view: .pastDue, isActive: true, inGrace: true),
        Row(state: .pastDue, end: -100, view: .ended, isActive: false),
        Row(state: .pastDue, end: -99, ends: true, view: .cancelling, isActive: true, inGrace: true),
        Row(state: .paused, end: 1, view: .active, isActive: true),
        Row(state: .canceled, end: 50, view: .ended, isActive: false),
        Row(state: .canceled, end: -1, view: .ended, isActive: false),
    ]

    @Test(
        "the status follows from the subscription's state, the end of its period and the grace period",
        arguments: rows)
    // P4-06, P4-08, P4-21
    func table(row: Row) {
        let found = Self.subscription(row.state, end: row.end, ends: row.ends)
        let status = Self.status(found)
        #expect(status.view == row.view)
        #expect(status.isActive == row.isActive)
        #expect(status.isInGrace == row.inGrace)
        #expect(status.plan.id == (row.isActive ? "plus" : "free"))
        #expect(status.subscribed == [.active, .pastDue, .paused].contains(row.state))
        #expect(status.processorStatus == row.state)
        #expect(status.cancelAtPeriodEnd == row.ends)
        #expect(status.subscriptionEnd == found.end)
        #expect(status.age == 7)
    }

    @Test("an unknown subscriber has Free and its limits")
    func unknown() {
        let status = PlanStatus(of: "ann", nil, at: Self.now, grace: Self.grace, in: .standard)
        #expect(status.view == .free)
        #expect(status.plan.id == "free")
        #expect(status.plan.entitlements.storing(current: 0, adding: 1) == .allow)
        #expect(!status.plan.entitlements.storing(current: 524_288_000, adding: 1).isAllowed)
        #expect(status.age == nil)
        #expect(status.warning == nil)
    }

    @Test("a product that is not in the catalog is Free, with a warning")  // P4-07
    func unknownProduct() {
        let status = Self.status(Self.subscription(.active, end: 50, product: "prod_gold"))
        #expect(status.plan.id == "free")
        #expect(!status.isActive)
        #expect(status.unknownProduct == "prod_gold")
        #expect(
            status.warning
                == "the catalog has no product prod_gold, so ann has the plan Free; add the product to the catalog"
        )
    }

    @Test("a subscription that was never charged is Free")
    func declined() {
        var found = Self.subscription(.canceled, end: -5)
        found.paidPeriods = 0
        #expect(Self.status(found).view == .free)
    }

    @Test("MRR counts active subscriptions, and churn those that ended in the period")  // P4-24
    func report() throws {
        let all = [
            Self.subscription(.active, end: 50, of: "a"),
            Self.subscription(.pastDue, end: -50, of: "b"),
            Self.subscription(.canceled, end: -10, of: "c"),
            Self.subscription(.canceled, end: -5_000, of: "d"),
            Self.subscription(.active, end: 50, of: "e", created: -10),
        ]
        let report = try PlanReport(
            of: all, since: Self.now.adding(seconds: -1000), at: Self.now, grace: Self.grace)
        #expect(report.monthlyRevenue == [Money(29_97, .usd)])
        #expect(report.active == 3)
        #expect(report.activeBefore == 3)
        #expect(report.lost == 1)
        #expect(report.churn?.rawValue == 3333)
    }

    private static func status(_ found: PlanSubscription) -> PlanStatus {
        PlanStatus(of: found.subscriber, found, at: now, grace: grace, in: .standard)
    }

    private static func subscription(
        _ state: Schedule.State, end: Int64?, ends: Bool = false, product: String = "prod_consumer_plus",
        of subscriber: String = "ann", created: Int64 = -100_000
    ) -> PlanSubscription {
        PlanSubscription(
            id: "psub_\(subscriber)", subscriber: subscriber, product: product,
            price: "price_consumer_plus_monthly", amount: Money(999, .usd), payer: .of(subscriber), key: nil,
            created: now.adding(seconds: created), schedule: "sch_1", state: state,
            end: end.map { now.adding(seconds: $0) }, endsWithPeriod: ends, paidPeriods: 1, failure: nil,
            checkedAt: now.adding(seconds: -7))
    }
}
