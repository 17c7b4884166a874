import DatabaseKit
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Plans
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing
import TimeKit

/// Plans with a processor that fails, and invariants after every step.
@Suite struct PlanSimulationTests {
    private static let steps = 12

    @Test("plan revenue equals charges less refunds, and no period is charged twice")
    // P4-11, P4-23
    func booksHold() async throws {
        try await simulateEverySeed(
            propertySeeds,
            seeing: [
                "buy active", "buy unknown", "refused: declined", "change cancelling", "change ended",
                "refresh",
                "restore", "reconcile", "refund", "time", "silence", "is past_due", "is ended", "renewed",
                "buy requires_action", "bank passed active", "bank failed free", "move now",
            ]
        ) { seed, tell in
            try await Self.problem(with: seed, telling: tell)
        }
    }

    private static func problem(with seed: UInt64, telling tell: (String) -> Void) async throws -> String? {
        let plan = ProcessorFaultPlan(
            rate: 2_500, events: seed.isMultiple(of: 2) ? [.twice, .shuffled] : [.lost], seed: seed)
        let world = try PlanWorld.make(seed: seed) { FaultyProcessor($0, plan) { _ in } }
        defer { world.remove() }
        var crowd = Crowd(seed: seed)
        for step in 0..<steps {
            let what = try await crowd.act(in: world)
            tell(what)
            for subscriber in Crowd.subscribers {
                tell("is \(try await world.plans.status(of: subscriber).view.rawValue)")
            }
            let problems = try await world.file.read { try $0.ledgerCheck().problems }
            guard problems.isEmpty else {
                return "step \(step), \(what): \(problems.joined(separator: "; "))"
            }
        }
        let problems = try await Self.differences(in: world)
        if try await world.file.read({ try $0.payments(in: .succeeded, after: nil, limit: 1000) }).count > 2 {
            tell("renewed")
        }
        return problems.isEmpty ? nil : problems.joined(separator: "; ")
    }

    /// Returns the differences between our books and the processor's after a reconciliation.
    private static func differences(in world: PlanWorld) async throws -> [String] {
        let payments = world.calm.payments
        for _ in 1...3 {
            _ = try await payments.reconcile()
            world.clock.advance(seconds: PlanWorld.day)
        }
        _ = try await payments.reconcile()
        var problems = try await world.file.read { try $0.ledgerCheck().problems }
        let kept = try await world.file.read { try $0.payments(in: .succeeded, after: nil, limit: 1000) }
        let charged = kept.reduce(0) { $0 + $1.total.minorUnits }
        let back = kept.reduce(0) { $0 + $1.refundedMinor }
        let revenue = -(try await world.ledger(.planRevenue))
        if revenue != charged - back { problems.append("revenue \(revenue), not \(charged) - \(back)") }
        let theirs = try await world.charged()
        if theirs != charged { problems.append("the processor charged \(theirs), we booked \(charged)") }
        return try await problems + doubles(in: world) + strayPrices(in: world)
    }

    /// Returns subscriptions whose price at the processor is neither the current nor the next one.
    private static func strayPrices(in world: PlanWorld) async throws -> [String] {
        var problems: [String] = []
        for subscriber in Crowd.subscribers {
            let status = try await world.calm.refresh(subscriber)
            guard status.view == .active, let terms = status.terms else { continue }
            let theirs = try await world.subscription(of: subscriber).price
            let ours = status.next ?? terms
            if theirs.unitAmount != ours.amount.minorUnits
                || theirs.interval?.rawValue != ours.interval.rawValue
            {
                problems.append(
                    "\(subscriber) has \(ours.price), and the processor charges \(theirs.unitAmount)")
            }
        }
        return problems
    }

    private static func doubles(in world: PlanWorld) async throws -> [String] {
        var problems: [String] = []
        let subscriptions = try await world.processor.subscriptions(ListQuery(limit: 100)).data
        for subscription in subscriptions {
            let paid = try await world.processor.invoices(
                ofSubscription: subscription.id, ListQuery(limit: 100)
            ).data.filter { $0.status == .paid }
            let periods = paid.filter { $0.billingReason != .subscriptionUpdate }.map(\.periodStart)
            if Set(periods).count != periods.count {
                problems.append("\(subscription.id) was paid twice for a period")
            }
            // A lower price applies from the next period, so a period has at most one upgrade to each price.
            let upgrades = paid.filter { $0.billingReason == .subscriptionUpdate }.map { invoice in
                "\(invoice.metadata["base_minor"] ?? "") until \(invoice.lines?.map(\.periodEnd).max()?.iso8601 ?? "")"
            }
            if Set(upgrades).count != upgrades.count {
                problems.append("\(subscription.id) was paid twice for an upgrade: \(upgrades)")
            }
        }
        let schedules = subscriptions.compactMap { $0.metadata["schedule_id"] }
        if Set(schedules).count != schedules.count { problems.append("a schedule has two subscriptions") }
        let payers = try await world.file.read { transaction in
            try schedules.map { try transaction.schedule($0)?.subject ?? "nobody" }
        }
        let living = zip(subscriptions, payers).filter { !$0.0.status.isFinal }.map(\.1)
        let owners = try await world.file.read { transaction in
            try living.map { try transaction.planSubscription($0)?.subscriber ?? "nobody" }
        }
        if Set(owners).count != owners.count { problems.append("somebody has two subscriptions") }
        return problems
    }
}

/// Subscribers with random purchases, changes, declines and refunds, drawn from a seed.
private struct Crowd {
    static let subscribers = ["ann", "bob", "org"]
    private static let methods =
        Array(repeating: "pm_card_visa", count: 5) + ["pm_card_visa_chargeDeclined", "pm_card_mastercard"]
        + Array(repeating: "pm_card_authenticationRequired", count: 3)
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed &* 0x9E37_79B9) }

    /// Performs one random action. Refusals and unknown outcomes are expected.
    mutating func act(in world: PlanWorld) async throws -> String {
        let subscriber = Self.subscribers.randomElement(using: &generator) ?? "ann"
        let chosen = Int.random(in: 0..<100, using: &generator)
        do {
            switch chosen {
            case 0..<28: return try await buy(for: subscriber, in: world)
            case 28..<40: return try await change(subscriber, in: world)
            case 40..<48: return try await move(subscriber, in: world)
            case 48..<56:
                _ = try await world.plans.refresh(subscriber)
                return "refresh"
            case 56..<60:
                _ = try await world.plans.restore(subscriber)
                return "restore"
            case 60..<68:
                _ = try await world.plans.payments.reconcile()
                return "reconcile"
            case 68..<75: return try await refund(in: world)
            default:
                // Often just after a renewal, when a declined one is past due and in grace.
                let end = try await world.plans.status(of: subscriber).subscriptionEnd
                if chosen > 84, let end {
                    world.clock.advance(to: end.adding(seconds: 7_200))
                } else {
                    let days = Int64.random(in: 1...9, using: &generator)
                    world.clock.advance(seconds: days * PlanWorld.day)
                }
                _ = try await world.plans.refresh(subscriber)
                return "time"
            }
        } catch let error as PaymentError {
            return error.code == .outcomeUnknown ? "silence" : "refused: \(error.code)"
        } catch let error as PlanError {
            return "refused: \(error.code)"
        }
    }

    private mutating func buy(for subscriber: String, in world: PlanWorld) async throws -> String {
        let plans = subscriber == "org" ? ["starter_pro", "growth_pro", "enterprise_pro"] : ["plus"]
        let status = try await world.buy(
            .plan(plans.randomElement(using: &generator) ?? "plus"), for: subscriber,
            method: Self.methods.randomElement(using: &generator) ?? "pm_card_visa",
            key: Bool.random(using: &generator) ? "one" : nil, with: world.plans)
        guard let intent = status.intentWaitingForBank, Bool.random(using: &generator) else {
            return "buy \(status.view.rawValue)"
        }
        let isPassed = Bool.random(using: &generator)
        _ = try? await world.processor.challenge(intent, isPassed ? .passed : .failed)
        let answered = try await world.calm.refresh(subscriber)
        return "bank \(isPassed ? "passed" : "failed") \(answered.view.rawValue)"
    }

    private mutating func move(_ subscriber: String, in world: PlanWorld) async throws -> String {
        let offers = try await world.plans.status(of: subscriber).changes
        let lower = offers.filter { $0.from != nil }
        guard let offer = (lower.isEmpty ? offers : lower).randomElement(using: &generator) else {
            return "nothing to move to"
        }
        _ = try await world.plans.changePlan(of: subscriber, to: .price(offer.price.id))
        return "move \(offer.from == nil ? "now" : "then")"
    }

    private mutating func change(_ subscriber: String, in world: PlanWorld) async throws -> String {
        let changes: [PlanChange] = [
            .cancelAtPeriodEnd, .cancelAtPeriodEnd, .cancelNow, .resume, .method("pm_card_visa"),
            .method("pm_card_chargeCustomerFail"), .method("pm_card_chargeCustomerFail"),
            .method("pm_card_chargeCustomerFail"),
        ]
        let change = changes.randomElement(using: &generator) ?? .resume
        return "change \(try await world.plans.change(subscriber, change).view.rawValue)"
    }

    private mutating func refund(in world: PlanWorld) async throws -> String {
        let paid = try await world.file.read { try $0.payments(in: .succeeded, after: nil, limit: 100) }
            .filter { $0.refundableMinor > 0 }
        guard let payment = paid.randomElement(using: &generator) else { return "nothing to refund" }
        let part = Int64.random(in: 1...payment.refundableMinor, using: &generator)
        let payments = world.plans.payments
        let (_, call) = try await world.file.write {
            try payments.beginRefund(of: payment.id, amountMinor: part, reason: nil, in: $0)
        }
        try await payments.executeOrThrow(call)
        return "refund"
    }
}
