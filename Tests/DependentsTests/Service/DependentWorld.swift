import DatabaseKit
import Dependents
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TimeKit
import TokenKit

/// Dependents with a driver, their database, and the simulated processor, on a virtual clock.
struct DependentWorld: MoneyWorld {
    let bench: MoneyBench
    let dependents: DependentService
    /// The agency's account, if it has one.
    let payee: String?

    static let guardian = Guardian(id: "grd_1", name: "عبدالله", email: "guardian@example.org")

    /// - Parameter hasAccount: Whether the agency has a connected account.
    static func make(
        seed: UInt64 = 1, hasAccount: Bool = false, processing: FeeRate = .none,
        between: (any PaymentProcessor) -> any PaymentProcessor = { $0 }
    ) async throws -> DependentWorld {
        let bench = try MoneyBench(DependentMigrations.all, seed: seed, processing: processing)
        let kind = DependentFeePolicy.kind
        let driver = PaymentDriver(
            database: bench.file, processor: between(bench.processor),
            policy: PolicyTable([kind: DependentFeePolicy()]), clock: bench.clock.wallClock,
            ids: bench.ids, processing: processing)
        var payee: String?
        if hasAccount {
            let made = try await driver.makePayee(named: "Agency", currency: .sar, reference: "agency")
            _ = try await bench.processor.completeOnboarding(made.id, .complete)
            try await driver.refresh(payee: made.id)
            payee = made.id
        }
        return DependentWorld(bench: bench, driver: driver, payee: payee)
    }

    private init(bench: MoneyBench, driver: PaymentDriver, payee: String?) {
        (self.bench, self.payee) = (bench, payee)
        dependents = DependentService(
            payments: driver,
            agencies: { id, _ in
                switch id {
                case "agency": Agency(id: id, name: "وكالة", payee: payee)
                case "closed": Agency(id: id, name: "Closed", payee: "acct_unknown")
                default: nil
                }
            }, clock: bench.clock.wallClock, random: bench.random)
    }

    /// Enrolls a guardian's dependents with an agency.
    func enroll(_ dependents: Dependent..., of guardian: Guardian = guardian, at agency: String = "agency")
        async throws
    {
        try await self.dependents.enroll(dependents, of: guardian, at: agency)
    }

    /// Returns the balance of a ledger account, in halalas.
    func halalas(_ account: LedgerAccount) async throws -> Int64 {
        try await file.read { try $0.balance(of: account, in: .sar) }
    }
}
