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

/// Dependents over a driver, their file, and the simulated processor, on a virtual clock.
struct DependentWorld: MoneyWorld {
    let bench: MoneyBench
    let dependents: DependentService<DatabaseFile>

    static let guardian = Guardian(id: "grd_1", name: "عبدالله", email: "guardian@example.org")

    /// - Parameter hasAccount: The agency has a connected account.
    static func make(
        seed: UInt64 = 1, hasAccount: Bool = false, processing: FeeRate = .none,
        between: (any PaymentProcessor) -> any PaymentProcessor = { $0 }
    ) async throws -> DependentWorld {
        let bench = try MoneyBench(DependentMigrations.all, seed: seed, processing: processing)
        let kind = DependentFeePolicy<DatabaseUnit>.kind
        let driver = PaymentDriver(
            units: bench.file, processor: between(bench.processor),
            policy: PolicyTable([kind: DependentFeePolicy<DatabaseUnit>()]), clock: bench.clock.wallClock,
            ids: bench.ids, processing: processing)
        var payee: String?
        if hasAccount {
            let made = try await driver.makePayee(named: "Agency", currency: .sar, reference: "agency")
            _ = try await bench.processor.completeOnboarding(made.id, .complete)
            try await driver.refresh(payee: made.id)
            payee = made.id
        }
        guard let agency = Agency(id: "agency", name: "وكالة", payee: payee) else {
            throw DependentWorldError.noTimeZone
        }
        return DependentWorld(
            bench: bench,
            dependents: DependentService(
                payments: driver, agency: agency, clock: bench.clock.wallClock,
                random: bench.random))
    }

    /// What an account of the ledger holds, in halalas.
    func halalas(_ account: LedgerAccount) async throws -> Int64 {
        try await file.read { try $0.balance(of: account, in: .sar) }
    }

    enum DependentWorldError: Error { case noTimeZone }
}
