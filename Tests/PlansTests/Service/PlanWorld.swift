import DatabaseKit
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Plans
import Processor
import ProcessorSimulator
import SimulationKit
import TimeKit

/// Plans with a driver, their database, and the simulated processor, on a virtual clock.
struct PlanWorld: MoneyWorld {
    let bench: MoneyBench
    /// The service under test, with any faults between it and the processor.
    let plans: PlanService
    /// The service without faults.
    let calm: PlanService

    static let day: Int64 = 86_400
    /// A month and two hours, after which the next charge is complete, because an invoice is a draft for an
    /// hour.
    static let month: Int64 = 31 * day + 7_200

    static func make(
        seed: UInt64 = 1, at start: Timestamp = MoneyBench.start, catalogue: PlanCatalogue = .standard,
        between: (any PaymentProcessor) -> any PaymentProcessor = { $0 }
    ) throws -> PlanWorld {
        let bench = try MoneyBench(PlanMigrations.all, seed: seed, at: start)
        func service(over processor: any PaymentProcessor) -> PlanService {
            let policy = PlanPolicy()
            return PlanService(
                payments: PaymentDriver(
                    database: bench.file, processor: processor,
                    policy: PolicyTable([PlanPolicy.kind: policy]),
                    clock: bench.clock.wallClock, ids: bench.ids, processing: .standard),
                catalogue: catalogue, clock: bench.clock.wallClock, ids: bench.ids)
        }
        return PlanWorld(
            bench: bench, plans: service(over: between(bench.processor)), calm: service(over: bench.processor)
        )
    }

    /// Buys a plan, without faults by default.
    @discardableResult func buy(
        _ choice: PlanChoice = .plan("plus"), for subscriber: String = "ann", method: String = "pm_card_visa",
        promotion: String? = nil, key: String? = nil, with service: PlanService? = nil
    ) async throws -> PlanStatus {
        try await (service ?? calm).checkout(
            choice, for: subscriber, by: .of(subscriber), method: method, promotionCode: promotion, key: key)
    }

    /// Creates a promotion code at the processor.
    func promote(
        _ code: String, _ off: PromotionCode.Off, _ duration: Promotion.Duration, expiresAt: Timestamp? = nil
    ) async throws {
        let duration = PromotionCode.Duration(rawValue: duration.rawValue) ?? .once
        _ = try await processor.create(
            PromotionCode.Create(code: code, off: off, duration: duration, expiresAt: expiresAt),
            key: IdempotencyKey("promote-\(code)"))
    }

    /// Returns the subscriber's latest subscription at the processor.
    func subscription(of subscriber: String = "ann") async throws -> Subscription {
        let id = try await file.read { transaction in
            try transaction.planSubscriptions(of: subscriber, limit: 1).first
                .flatMap { try transaction.schedule($0.schedule) }?.subscription
        }
        return try await processor.subscription(id ?? "")
    }

    /// Returns the total that the processor has charged, in cents.
    func charged() async throws -> Int64 {
        try await processor.paymentIntents(ListQuery(limit: 100)).data
            .filter { $0.status == .succeeded }.reduce(0) { $0 + $1.amount }
    }

    /// Sets a card that is declined at the next charge.
    func breakCard(of subscriber: String = "ann") async throws {
        _ = try await calm.change(subscriber, .method("pm_card_chargeCustomerFail"))
    }
}

extension Payer {
    static func of(_ subscriber: String) -> Payer {
        Payer(name: subscriber, email: "\(subscriber)@example.org", phone: nil, client: nil)
    }
}
