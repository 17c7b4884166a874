import Contracts
import DatabaseKit
import Foundation
import MoneyKit
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import Synchronization
import TestSupport
import TimeKit
import TokenKit

/// Contracts over a driver, their file, and the simulated processor, on a virtual clock.
struct ContractWorld: Sendable {
    let folder: URL
    let clock: VirtualClock
    let processor: SimulatedProcessor
    let file: DatabaseFile
    /// With what stands between it and the processor.
    let contracts: ContractService<DatabaseFile>
    /// With nothing in between.
    let calm: ContractService<DatabaseFile>
    /// Does the work.
    let payee: String

    static func make(
        seed: UInt64 = 1, processing: FeeRate = .standard,
        between: (any PaymentProcessor) -> any PaymentProcessor = { $0 }
    ) async throws -> ContractWorld {
        let folder = FileManager.default.temporaryDirectory.appending(path: "contract-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let clock = VirtualClock(at: Timestamp(seconds: 1_767_517_200))
        let file = try DatabaseFile.open(
            at: folder.appending(path: "tapctl.sqlite").path, migrations: ContractMigrations.all)
        let processorFile = try DatabaseFile.open(
            at: folder.appending(path: "processor.sqlite").path, migrations: SimulatedProcessor.migrations)
        var configuration = ProcessorConfiguration()
        configuration.fee = processing
        let processor = SimulatedProcessor(
            file: processorFile, clock: clock.wallClock, seed: seed, configuration: configuration)
        let random = Mutex(SeededGenerator(seed: seed))
        let ids = Identifiers(clock: clock.wallClock) { random.withLock { $0.next() } }
        let root = LinkToken { random.withLock { $0.next() } }
        func service(over processor: any PaymentProcessor) -> ContractService<DatabaseFile> {
            let policy = ContractPolicy<DatabaseUnit>(ids: ids)
            return ContractService(
                payments: PaymentDriver(
                    units: file, processor: processor,
                    policy: PolicyTable([ContractPolicy<DatabaseUnit>.kind: policy]), clock: clock.wallClock,
                    ids: ids, processing: processing),
                clock: clock.wallClock, ids: ids, root: root)
        }
        let calm = service(over: processor)
        let made = try await calm.payments.makePayee(named: "Builder", currency: .usd, reference: "builder")
        _ = try await processor.completeOnboarding(made.id, .complete)
        try await calm.payments.refresh(payee: made.id)
        return ContractWorld(
            folder: folder, clock: clock, processor: processor, file: file,
            contracts: service(over: between(processor)), calm: calm, payee: made.id)
    }

    /// A whole form for this world's payee.
    func form(
        _ structure: PaymentStructure = .upfront, total: String = "50000.00", releaseAfterDays: Int? = nil,
        fundsBefore: Bool = true, payee: String? = nil
    ) -> ContractForm {
        var form = ContractForm.example(structure, total: total)
        form.payee = payee ?? self.payee
        form.releaseAfterDays = releaseAfterDays
        form.fundsBefore = fundsBefore
        return form
    }

    /// A contract that is sent.
    func sent(_ form: ContractForm) async throws -> Contract {
        try await contracts.create(form, sends: true).contract
    }

    /// Does something by whoever does it; what needs a reason gets one.
    @discardableResult func perform(_ command: ContractCommand, _ id: String, by actor: ContractActor? = nil)
        async throws -> Contract
    {
        let actor = actor ?? [.payee, .payer, .platform].first { command.kind.actors.contains($0) }
        return try await contracts.perform(command, on: id, by: actor ?? .payee, reason: "because").contract
    }

    @discardableResult func pay(_ id: String, _ number: Int = 1, method: String = "pm_card_visa") async throws
        -> Contract
    {
        try await contracts.pay(.instalment(contract: id, number: number), method: method).contract
    }

    /// What a ledger account holds, in minor units.
    func ledger(_ account: LedgerAccount) async throws -> Int64 {
        try await file.read { try $0.balance(of: account, in: .usd) }
    }

    /// What is held of all payments, by payment, in minor units.
    func held() async throws -> [Int64] {
        try await file.read { try $0.balances(prefix: "held:") }.map { -$0.amount.minorUnits }
    }

    /// What is wrong with the books: what does not sum to zero, and what is held below zero.
    func problems() async throws -> [String] {
        try await file.read { try $0.ledgerCheck().problems }
            + held().filter { $0 < 0 }.map { "\($0) is held" }
    }

    func remove() {
        try? file.close()
        try? FileManager.default.removeItem(at: folder)
    }
}
