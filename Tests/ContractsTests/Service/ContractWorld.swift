import Contracts
import DatabaseKit
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import TimeKit
import TokenKit

/// Contracts with a driver, their database, and the simulated processor, on a virtual clock.
struct ContractWorld: MoneyWorld {
    let bench: MoneyBench
    /// The service under test, with any faults between it and the processor.
    let contracts: ContractService
    /// The service without faults.
    let calm: ContractService
    /// The payee's account.
    let payee: String

    static func make(
        seed: UInt64 = 1, processing: FeeRate = .standard,
        between: (any PaymentProcessor) -> any PaymentProcessor = { $0 }
    ) async throws -> ContractWorld {
        let bench = try MoneyBench(ContractMigrations.all, seed: seed, processing: processing)
        let root = LinkToken(random: bench.random)
        func service(over processor: any PaymentProcessor) -> ContractService {
            let policy = ContractPolicy(ids: bench.ids)
            return ContractService(
                payments: PaymentDriver(
                    database: bench.file, processor: processor,
                    policy: PolicyTable([ContractPolicy.kind: policy]),
                    clock: bench.clock.wallClock, ids: bench.ids, processing: processing),
                clock: bench.clock.wallClock, ids: bench.ids, root: root)
        }
        let calm = service(over: bench.processor)
        let made = try await calm.payments.makePayee(named: "Builder", currency: .usd, reference: "builder")
        _ = try await bench.processor.completeOnboarding(made.id, .complete)
        try await calm.payments.refresh(payee: made.id)
        return ContractWorld(
            bench: bench, contracts: service(over: between(bench.processor)), calm: calm, payee: made.id)
    }

    /// Returns a complete form for this world's payee.
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

    /// Creates and sends a contract.
    func sent(_ form: ContractForm) async throws -> Contract {
        try await contracts.create(form, sends: true).contract
    }

    /// Performs a command with a reason, by default as an authorized actor.
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

    /// Returns the held amount of each payment, in minor units.
    func held() async throws -> [Int64] {
        try await file.read { try $0.balances(prefix: "held:") }.map { -$0.amount.minorUnits }
    }

    /// Returns the amounts that the processor charged to cards, newest first, in minor units.
    func charged() async throws -> [Int64] {
        try await processor.charges(ListQuery()).data.filter { $0.paid && $0.id.hasPrefix("ch_") }
            .map(\.amount)
    }

    /// Returns the amounts that the processor transferred to the payee, newest first, in minor units.
    func transferred() async throws -> [Int64] {
        try await processor.transfers(to: payee, ListQuery()).data.map(\.amount)
    }

    /// Returns the reversed amounts of the transfers to the payee, newest first, in minor units.
    func reversed() async throws -> [Int64] {
        try await processor.transfers(to: payee, ListQuery()).data.map(\.amountReversed)
    }

    /// Returns the amounts that the processor refunded to cards, newest first, in minor units.
    func refunded() async throws -> [Int64] {
        try await processor.refunds(ListQuery()).data.filter { $0.id.hasPrefix("re_") }.map(\.amount)
    }

    /// Returns the problems of the books, and negative held amounts.
    func problems() async throws -> [String] {
        try await file.read { try $0.ledgerCheck().problems }
            + held().filter { $0 < 0 }.map { "\($0) is held" }
    }
}
