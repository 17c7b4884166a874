import Plans
import Testing

/// A decision without its texts.
enum Answer { case allow, warn, deny }

@Suite struct QuotaDecisionTests {
    static let storageRows: [(plan: String, current: Int64, new: Int64, answer: Answer)] = [
        ("free", 0, 1, .allow),
        ("free", 0, 524_288_000, .allow),
        ("free", 524_287_999, 1, .allow),
        ("free", 524_287_999, 2, .deny),
        ("free", 524_288_000, 1, .deny),
        ("free", 0, 524_288_001, .deny),
        ("free", -5, 524_288_000, .allow),
        ("free", .max, .max, .deny),
        ("plus", 524_288_000, 1, .allow),
        ("plus", 53_687_091_199, 1, .allow),
        ("plus", 53_687_091_200, 1, .warn),
        ("plus", 0, 60_000_000_000, .warn),
        ("plus", .max, .max, .warn),
    ]

    @Test("the quota applies to stored and new bytes together", arguments: storageRows)  // P4-17, P4-18
    func storing(row: (plan: String, current: Int64, new: Int64, answer: Answer)) throws {
        let decision = try #require(PlanCatalogue.standard.plan(row.plan)).entitlements
            .storing(current: row.current, adding: row.new)
        #expect(Self.answer(decision) == row.answer)
        #expect(decision.isAllowed == (row.answer != .deny))
    }

    @Test("a refused upload is quota_exceeded, and names the limit")  // P4-18
    func refused() {
        let decision = PlanCatalogue.standard.free.entitlements.storing(current: 524_288_000, adding: 1)
        guard case .denyUpgrade(let required) = decision else {
            Issue.record("\(decision)")
            return
        }
        #expect(required.code.rawValue == "quota_exceeded")
        #expect(required.title == "This would exceed your storage limit of 500 MiB")
    }

    static let tripsRows: [(plan: String, current: Int, answer: Answer)] = [
        ("free", 0, .allow), ("free", 9, .allow), ("free", 10, .deny), ("free", 11, .deny),
        ("plus", 10_000, .allow),
    ]

    @Test("Free allows ten trips", arguments: tripsRows)  // P4-02, P4-03
    func trips(row: (plan: String, current: Int, answer: Answer)) throws {
        let plan = try #require(PlanCatalogue.standard.plan(row.plan))
        #expect(Self.answer(plan.entitlements.addingTrip(current: row.current)) == row.answer)
    }

    static let seatsRows: [(plan: String, current: Int, answer: Answer)] = [
        ("starter_pro", 24, .allow), ("starter_pro", 25, .deny), ("growth_pro", 99, .allow),
        ("growth_pro", 100, .deny), ("enterprise_pro", 499, .allow), ("enterprise_pro", 500, .deny),
        ("enterprise_plus", 100_000, .allow),
    ]

    @Test("seats limit the members of a plan, unless it has no seat limit", arguments: seatsRows)  // P4-04
    func seats(row: (plan: String, current: Int, answer: Answer)) throws {
        let plan = try #require(PlanCatalogue.standard.plan(row.plan))
        #expect(Self.answer(plan.entitlements.addingSeat(current: row.current)) == row.answer)
    }

    @Test(
        "a locked feature names the plan that unlocks it",  // P4-19
        arguments: [
            (PlanFeature.aiConcierge, "AI Concierge is a Plus Feature"),
            (.travelWallet, "Travel Wallet is a Plus Feature"),
        ])
    func locked(feature: PlanFeature, title: String) throws {
        let lock = try #require(PlanCatalogue.standard.free.entitlements.lock(on: feature))
        #expect(lock.code.rawValue == "upgrade_required")
        #expect(lock.title == title)
        #expect(lock.message == "Upgrade to Plus to unlock this feature")
        for plan in PlanCatalogue.standard.paid { #expect(plan.entitlements.lock(on: feature) == nil) }
    }

    private static func answer(_ decision: QuotaDecision) -> Answer {
        switch decision {
        case .allow: .allow
        case .allowWithWarning: .warn
        case .denyUpgrade: .deny
        }
    }
}
