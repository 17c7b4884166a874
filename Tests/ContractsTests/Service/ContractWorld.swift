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

/// Contracts over a driver, their file, and the simulated processor, on a virtual clock.
struct ContractWorld: MoneyWorld {
    let bench: MoneyBench
    /// With what stands between it and the processor.
    let contracts: ContractService
    /// With nothing in between.
    let calm: ContractService
    /// Does the work.
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

    /// What is held of all payments, by payment, in minor units.
    func held() async throws -> [Int64] {
        try await file.read { try $0.balances(prefix: "held:") }.map { -$0.amount.minorUnits }
    }

    /// The amounts that the processor charged to cards, newest first, in minor units.
    func charged() async throws -> [Int64] {
        try await processor.charges(ListQuery()).data.filter { $0.paid && $0.id.hasPrefix("ch_") }
            .map(\.amount)
    }

    /// The amounts that the processor transferred to the payee, newest first, in minor units.
    func transferred() async throws -> [Int64] {
        try await processor.transfers(to: payee, ListQuery()).data.map(\.amount)
    }

    /// The reversed amounts of the transfers to the payee, newest first, in minor units.
    func reversed() async throws -> [Int64] {
        try await processor.transfers(to: payee, ListQuery()).data.map(\.amountReversed)
    }

    /// The amounts that the processor refunded to cards, newest first, in minor units.
    func refunded() async throws -> [Int64] {
        try await processor.refunds(ListQuery()).data.filter { $0.id.hasPrefix("re_") }.map(\.amount)
    }

    /// What is wrong with the books: what does not sum to zero, and what is held below zero.
    func problems() async throws -> [String] {
        try await file.read { try $0.ledgerCheck().problems }
            + held().filter { $0 < 0 }.map { "\($0) is held" }
    }
}
