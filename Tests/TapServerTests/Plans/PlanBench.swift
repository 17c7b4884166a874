import DatabaseKit
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Plans
import Processor
import ProcessorSimulator
import SimulationKit
import TapServer
import Testing
import TimeKit
import TokenKit

/// The pages of plans without a socket, over a file, the simulated processor and a virtual clock.
struct PlanBench: Sendable {
    let money: MoneyBench
    let site: PlanController
    let service: PlanService
    var payments: PaymentDriver { service.payments }
    /// The buyer's cookies.
    let jar = CookieJar()

    static func with<Value>(_ body: (PlanBench) async throws -> Value) async throws -> Value {
        let money = try MoneyBench(PlanMigrations.all, seed: 1)
        defer { money.remove() }
        let driver = PaymentDriver(
            database: money.file, processor: money.processor,
            policy: PolicyTable([PlanPolicy.kind: PlanPolicy()]),
            clock: money.clock.wallClock, ids: money.ids, processing: .standard)
        let service = PlanService(payments: driver, clock: money.clock.wallClock, ids: money.ids)
        return try await body(
            PlanBench(
                money: money,
                site: PlanController(
                    service: service, clock: money.clock.wallClock, random: money.random,
                    answerBank: { intent, isPassed in
                        _ = try? await money.processor.challenge(intent, isPassed ? .passed : .failed)
                    }), service: service))
    }

    /// From the offer to the review, and the address of that.
    func checkout(_ plan: String = "plus") async throws -> String {
        let page = await open("/plan/\(plan)")
        let link = try #require(page.action) + "?plan=\(plan)"
        _ = await open(link)
        return link
    }

    /// Opens a page as the buyer.
    func open(_ target: String) async -> Page { await site.open(target, keeping: jar) }

    /// Sends the form of an address.
    func buy(
        _ link: String, plan: String = "plus", by card: String = "pm_card_visa",
        with change: [String: String] = [:], keeping other: CookieJar? = nil
    ) async -> Page {
        let fields = ["plan": plan, "name": "Ann", "email": "ann@example.org", "method": card]
        return await site.send(
            String(link.prefix { $0 != "?" }), fields.merging(change) { $1 }, keeping: other ?? jar)
    }

    /// Creates a promotion code that takes a percentage off the first charge, and returns its id.
    @discardableResult
    func promote(_ code: String, _ percent: Int64) async throws -> String {
        try await money.processor.create(
            PromotionCode.Create(code: code, off: .percent(BasisPoints(percent * 100)), duration: .once),
            key: IdempotencyKey("promote-\(code)")
        ).id
    }

    func subscriptions() async throws -> [String] {
        try await money.file.read { transaction in
            try transaction.all("SELECT id FROM plan_subscription").map { $0["id"] }
        }
    }

    /// Makes a new link to the only subscriber's page, and returns its token.
    func renewLink() async throws -> String {
        let subscriber = try await money.file.read { transaction in
            try transaction.planSubscriptions(after: nil, limit: 1).first?.subscriber
        }
        let token = SecretToken<LetterToken128>(random: money.random)
        try await service.renewLink(of: subscriber ?? "", hash: token.hash)
        return token.text
    }

    /// Refunds the only payment in full.
    func refund() async throws {
        let driver = payments
        let (_, call) = try await money.file.write { transaction in
            let payment = try transaction.payments(in: .succeeded, after: nil, limit: 1).first
            return try driver.beginRefund(
                of: payment?.id ?? "", amountMinor: nil, reason: nil, in: transaction)
        }
        try await driver.executeOrThrow(call)
    }

    /// The income from plans, in minor units.
    func revenue() async throws -> Int64 {
        try await money.file.read { transaction in
            try transaction.balances(prefix: "revenue:plan").reduce(0) { $0 - $1.amount.minorUnits }
        }
    }
}
