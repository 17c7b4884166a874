import DatabaseKit
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TimeKit

/// Payments without a product: a driver, its database, and the simulated processor, on a virtual clock.
struct HeldWorld: MoneyWorld {
    let bench: MoneyBench
    /// The driver under test, with any faults between it and the processor.
    let payments: PaymentDriver
    /// A driver without faults.
    let calm: PaymentDriver
    /// The account that receives releases.
    let payee: String
    /// The account that receives destination charges.
    let church: String

    static func make(
        seed: UInt64 = 1, processing: FeeRate = .standard,
        between: (any PaymentProcessor) -> any PaymentProcessor = { $0 }
    ) async throws -> HeldWorld {
        let bench = try MoneyBench(PaymentMigrations.all, seed: seed, processing: processing)
        func driver(over processor: any PaymentProcessor) -> PaymentDriver {
            PaymentDriver(
                database: bench.file, processor: processor,
                policy: PolicyTable(["job": SilentPolicy()]), clock: bench.clock.wallClock,
                ids: bench.ids, processing: processing)
        }
        let calm = driver(over: bench.processor)
        var accounts: [String] = []
        for name in ["Builder", "Church"] {
            let made = try await calm.makePayee(named: name, currency: .usd, reference: name)
            _ = try await bench.processor.completeOnboarding(made.id, .complete)
            accounts.append(made.id)
        }
        return HeldWorld(
            bench: bench, payments: driver(over: between(bench.processor)), calm: calm, payee: accounts[0],
            church: accounts[1])
    }

    /// Makes a world whose first three transfer requests meet a fault, and a payment of 100.00 whose release
    /// has no response because of it.
    static func silent(_ fault: ProcessorFaultPlan.Fault) async throws -> (world: HeldWorld, payment: String)
    {
        let rules = (1...3).map { ProcessorFaultPlan.Rule(.transfer, $0, fault) }
        let world = try await make { FaultyProcessor($0, ProcessorFaultPlan(rules: rules)) { _ in } }
        let payment = try await world.charge(.job(100_00))
        do {
            try await world.release(payment.id)
        } catch let error as PaymentError where error.code == .outcomeUnknown {
            return (world, payment.id)
        }
        throw PaymentError(.wrongState, "the release had an answer")
    }

    /// Charges a quote. A declined payment is returned like any other.
    @discardableResult func charge(
        _ quote: Quote, _ form: ChargeForm? = nil, method: String = "pm_card_visa", by number: Int = 1,
        with driver: PaymentDriver? = nil
    ) async throws -> Payment {
        let payments = driver ?? self.payments
        let order = PaymentOrder(
            kind: "job", subject: "job_\(number)", form: form ?? .held(payee: payee), quote: quote,
            method: method,
            payer: Payer(name: "A Payer", email: "p\(number)@example.org", phone: nil, client: nil),
            statementDescriptor: "BUILDER")
        let (payment, call) = try await file.write { try payments.begin(order, in: $0) }
        try await payments.execute(call)
        return try await kept(payment.id)
    }

    /// Releases a part of the held money, or all of it.
    @discardableResult func release(
        _ payment: String, _ minor: Int64? = nil, with driver: PaymentDriver? = nil
    ) async throws -> PaymentRelease {
        let payments = driver ?? self.payments
        let (release, call) = try await file.write {
            try payments.beginRelease(of: payment, amountMinor: minor, in: $0)
        }
        try await payments.execute(call)
        return try await file.read { try $0.release(release.id) } ?? release
    }

    /// Refunds a part of a payment, or all of it, and collects from the payee the part that was already
    /// released.
    func refund(_ payment: String, _ minor: Int64? = nil) async throws {
        let (_, call) = try await file.write { [payments] in
            try payments.beginRefund(of: payment, amountMinor: minor, reason: nil, in: $0)
        }
        try await payments.execute(call)
        try await payments.collectSoon(from: payee)
    }

    func kept(_ payment: String) async throws -> Payment {
        guard let found = try await file.read({ try $0.payment(payment) }) else {
            throw PaymentError(.notFound, payment)
        }
        return found
    }
}

/// The policy of a product that does nothing.
struct SilentPolicy: PaymentPolicy {
    func changed(_ payment: Payment, at time: Timestamp, in transaction: Transaction) {}
    func changed(_ schedule: Schedule, at time: Timestamp, in transaction: Transaction) {}
    func occurrence(of schedule: Schedule, isFirst: Bool, at time: Timestamp, in transaction: Transaction)
        -> String
    { "" }
}

extension Quote {
    /// Makes a product's quote in dollars, from an amount in cents.
    static func job(_ minor: Int64, payee: Int64 = 500, payer: Int64 = 0) throws -> Quote {
        try Quote(
            of: Money(minor, .usd), by: ProductFee(payee: BasisPoints(payee), payer: BasisPoints(payer)))
    }
}
