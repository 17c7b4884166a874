import Contracts
import MoneyKit
import MoneyTestSupport
import PaymentCore
import SimulationKit
import Testing
import TimeKit

/// The permitted commands by status and actor.
@Suite struct ContractTableTests {
    /// The permitted commands by status, for two milestones with the first paid on activation.
    static let legal: [(state: ContractStatus, commands: Set<ContractCommand.Kind>)] = [
        (.draft, [.send, .cancel]),
        (.pendingSignature, [.accept, .requestPayment, .pay, .cancel]),
        (.active, [.accept, .requestMilestone, .completeMilestone, .dispute, .cancel]),
        (.disputed, [.resolve]), (.completed, []), (.cancelled, []),
    ]

    static func commands(_ kind: ContractCommand.Kind) -> [ContractCommand] {
        switch kind {
        case .send: [.send]
        case .accept: [.accept]
        case .requestPayment: [.requestPayment]
        case .pay: [.pay(1), .pay(2), .pay(3)]
        case .requestMilestone: [.requestMilestone(1), .requestMilestone(2), .requestMilestone(3)]
        case .complete: [.complete]
        case .completeMilestone: [.completeMilestone(1), .completeMilestone(2)]
        case .release: [.release(1), .release(2)]
        case .dispute: [.dispute]
        case .resolve: [.resolve(payer: BasisPoints(1), payee: BasisPoints(9_999))]
        case .cancel: [.cancel]
        }
    }

    /// Creates a contract with a status.
    static func contract(_ state: ContractStatus, in world: ContractWorld) async throws -> Contract {
        let form = world.form(.parts(5000, 5000), releaseAfterDays: 0)
        let draft = try await world.contracts.create(form).contract
        if state == .draft { return draft }
        let sent = try await world.perform(.send, draft.id)
        if state == .pendingSignature { return sent }
        if state == .cancelled { return try await world.perform(.cancel, sent.id) }
        let paid = try await world.pay(sent.id)
        if state == .active { return paid }
        if state == .disputed { return try await world.perform(.dispute, sent.id) }
        try await world.perform(.requestMilestone(2), sent.id)
        try await world.pay(sent.id, 2)
        try await world.perform(.completeMilestone(1), sent.id)
        return try await world.perform(.completeMilestone(2), sent.id)
    }

    // C0-21, C0-22, C0-23, C0-24, C0-25, C0-26, C0-38, C0-54, X-09
    @Test(
        "every pair of status and command is permitted, or refused with the permitted commands",
        arguments: legal)
    func table(state: ContractStatus, legal: Set<ContractCommand.Kind>) async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let contract = try await Self.contract(state, in: world)
        #expect(contract.status == state)
        #expect(Set(contract.allowed) == legal)
        for kind in ContractCommand.Kind.allCases {
            let actors = ContractActor.allCases.filter { kind.actors.contains($0) }
            var errors: [ContractError] = []
            var isLegal = false
            for command in Self.commands(kind) {
                for actor in actors {
                    do throws(ContractError) {
                        try contract.check(command, by: actor, reason: "because")
                        isLegal = true
                    } catch {
                        errors.append(error)
                    }
                }
            }
            #expect(isLegal == legal.contains(kind), "\(kind)")
            for error in errors {
                #expect(error.code == .wrongState)
                #expect(error.status == state)
                #expect(Set(error.allowed) == legal)
            }
        }
    }

    @Test("a party cannot perform the other party's transitions", arguments: ContractCommand.Kind.allCases)
    func actors(kind: ContractCommand.Kind) async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let draft = try await world.contracts.create(world.form()).contract
        for actor in ContractActor.allCases where !kind.actors.contains(actor) {
            let error = #expect(throws: ContractError.self) {
                try draft.check(Self.commands(kind)[0], by: actor, reason: "because")
            }
            #expect(error?.code == .notYours)
        }
    }

    @Test(
        "a cancellation, a dispute and a resolution need a reason, and are recorded with actor, reason and time",
        arguments: [
            (.cancel, .payer, .cancelled), (.cancel, .payee, .cancelled), (.dispute, .payer, .disputed),
            (.dispute, .payee, .disputed),
            (.resolve(payer: BasisPoints(1), payee: BasisPoints(9_999)), .platform, .completed),
        ] as [(ContractCommand, ContractActor, ContractStatus)])  // C0-13
    func reasons(command: ContractCommand, actor: ContractActor, status: ContractStatus) async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let id = try await world.sent(world.form(.parts(10_000))).id
        var before = try await world.pay(id)
        if command.kind == .resolve { before = try await world.perform(.dispute, id) }
        world.clock.advance(seconds: 5)
        for reason in ["", " "] {
            let error = await #expect(throws: ContractError.self) {
                try await world.contracts.perform(command, on: id, by: actor, reason: reason)
            }
            #expect(error?.code == .missingReason)
        }
        #expect(try await world.contracts.contract(id) == before)
        let done = try await world.contracts.perform(command, on: id, by: actor, reason: "Too late").contract
        #expect(done.status == status)
        #expect(done.steps.count == before.steps.count + 1)
        let step = try #require(done.steps.last)
        #expect(step.command == command.kind && step.actor == actor)
        #expect(step.reason == "Too late" && step.time == world.clock.now)
    }

    @Test("the payee marks the work complete, which is recorded with actor and time")  // C0-13
    func complete() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let id = try await world.sent(world.form()).id
        try await world.pay(id)
        world.clock.advance(seconds: 5)
        let error = await #expect(throws: ContractError.self) {
            try await world.contracts.perform(.complete, on: id, by: .payer)
        }
        #expect(error?.code == .notYours)
        let done = try await world.contracts.perform(.complete, on: id, by: .payee).contract
        #expect(done.status == .completed && done.instalment(1)?.completedAt == world.clock.now)
        let step = try #require(done.steps.last)
        #expect(step.command == .complete && step.actor == .payee && step.time == world.clock.now)
    }

    @Test("after completion: both parties accept, then work, then payment")  // C0-09, C0-23, C0-57, X-06
    func afterCompletion() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let sent = try await world.contracts.create(world.form(.afterCompletion), sends: true)
        let id = sent.contract.id
        #expect(sent.link == nil)
        #expect(sent.contract.allowed == [.accept, .cancel])
        let first = try await world.perform(.accept, id, by: .payer)
        #expect(first.status == .pendingSignature)
        #expect(first.payerAcceptedAt == world.clock.now)
        world.clock.advance(seconds: 5)
        let second = try await world.perform(.accept, id, by: .payee)
        #expect(second.status == .active)
        #expect(second.payeeAcceptedAt == world.clock.now)
        #expect(second.steps.map(\.command) == [.send, .accept, .accept])
        #expect(second.steps.map(\.actor) == [.payee, .payer, .payee])
        var error = await #expect(throws: ContractError.self) {
            try await world.perform(.accept, id, by: .payee)
        }
        #expect(error?.code == .wrongState)
        error = await #expect(throws: ContractError.self) { try await world.pay(id) }
        #expect(error?.code == .wrongState)
        #expect(second.instalment(1)?.requestedAt == nil)
        world.clock.advance(seconds: 5)
        let completed = try await world.contracts.perform(.complete, on: id, by: .payee)
        #expect(completed.link != nil && completed.contract.instalment(1)?.requestedAt == world.clock.now)
        #expect(completed.contract.status == .active)
        #expect(try await world.pay(id).status == .completed)
    }
}
