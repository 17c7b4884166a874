import Contracts
import DataFolderKit
import DatabaseKit
import Documents
import Giving
import MoneyKit
import PaymentCore
import SimulationKit
import TimeKit

extension ContractProduct: ScenarioProduct {
    var verbs: [any ScenarioVerb.Type] { [ScenarioContract.self, ScenarioCommand.self] }
    var fields: [any ScenarioField.Type] { [ScenarioContractField.self] }
}

extension ScenarioKind {
    static let contracts = ScenarioKind("contract", plural: "contracts")
}

/// An action that creates a named contract. The payee is an organization in the scenario file.
struct ScenarioContract: ScenarioVerb {
    var name: String
    var org: String
    /// The terms. The action adds the payee, and sets the start and end dates to the current day.
    var form: ContractForm
    var isSent: Bool

    static let key = "contract"

    static func read(_ tree: ScenarioTree, _ reader: inout ScenarioReader) throws(ScenarioError)
        -> Self
    {
        try reader.contract(tree)
    }

    var sentence: String {
        "contract \(name) of \(form.total ?? "") for \(org), \(form.structure?.kind.rawValue ?? "")"
    }

    func perform(in run: inout ScenarioRun) async throws -> ScenarioRun.Outcome {
        var form = form
        form.payee = try await run.account(of: org)
        form.payeeName = org
        let today = run.world.clock.now.date.iso8601
        (form.startDate, form.endDate) = (today, today)
        let made = try await run.world.products.contracts.create(form, sends: isSent).contract
        run.ids[.contracts, default: [:]][name] = made.id
        return ScenarioRun.Outcome(text: made.status.rawValue)
    }
}

/// An action on a contract that the scenario created.
struct ScenarioCommand: ScenarioVerb {
    var contract: String
    var act: Act

    enum Act: Equatable, Sendable {
        case perform(ContractCommand, by: ContractActor, reason: String)
        /// The payer pays an installment, possibly several times concurrently.
        case pay(Int, method: String, key: String?, times: Int)
        /// The payer responds to the bank's challenge for an installment.
        case challenge(Int, passed: Bool)
    }

    static let key = "command"

    static func read(_ tree: ScenarioTree, _ reader: inout ScenarioReader) throws(ScenarioError)
        -> Self
    {
        try reader.command(tree)
    }

    var sentence: String {
        switch act {
        case .perform(let command, let actor, _):
            "\(contract): \(command.kind.rawValue) \(Self.number(command.instalment))by the \(actor.rawValue)"
        case .pay(let number, let method, _, let times):
            "\(contract): pay \(Self.number(number))with \(method)" + often(times)
        case .challenge(let number, let passed):
            "\(contract): challenge \(Self.number(number))\(passed ? "passed" : "failed")"
        }
    }

    private static func number(_ instalment: Int?) -> String { instalment.map { "\($0) " } ?? "" }

    func perform(in run: inout ScenarioRun) async throws -> ScenarioRun.Outcome {
        let id = try run.id(of: contract, .contracts)
        let service = run.world.products.contracts
        switch act {
        case .perform(let command, let actor, let reason):
            let done = try await service.perform(command, on: id, by: actor, reason: reason)
            return ScenarioRun.Outcome(text: done.contract.status.rawValue)
        case .pay(let number, let method, let key, let times):
            let method = run.cards[method] ?? method
            return await run.payAtOnce(times) {
                try await service.pay(.instalment(contract: id, number: number), method: method, key: key)
                    .payment
            }
        case .challenge(let number, let passed):
            guard let payment = try await service.contract(id).instalment(number)?.payment else {
                throw GivingError(.wrongState, "a contract without a payment")
            }
            return try await run.answerBank(about: payment, passed)
        }
    }
}

/// A field of a contract that a scenario can check.
enum ScenarioContractField: String, ScenarioField {
    case status, progress, milestones, paid, refunded
    case payerPays = "payer_pays"
    case platformFee = "platform_fee"
    case payeeReceives = "payee_receives"
    case surcharge

    static let kind = ScenarioKind.contracts

    func expected(_ entry: ScenarioTree.Entry) throws(ScenarioError) -> String {
        switch self {
        case .status: try entry.value.word(as: entry.key, ContractStatus.self).rawValue
        case .progress, .milestones: try entry.value.text(as: entry.key)
        case .paid, .refunded, .payerPays, .platformFee, .payeeReceives, .surcharge:
            try entry.value.amount(as: entry.key)
        }
    }

    func found(of name: String, in run: ScenarioRun) async throws -> String {
        let contract = try await run.world.products.contracts.contract(run.id(of: name, .contracts))
        func text(_ minor: Int64) -> String { Money(minor, contract.terms.total.currency).plainText }
        func line(_ name: ContractBreakdown.Name) throws -> String {
            text(try contract.terms.breakdown().minorUnits(name))
        }
        switch self {
        case .status: return contract.status.rawValue
        case .progress: return "\(contract.progress.count) of \(contract.progress.of)"
        case .milestones: return contract.instalments.map(\.status.rawValue).joined(separator: ", ")
        case .paid: return text(contract.instalments.reduce(0) { $0 + $1.paidMinor })
        case .refunded: return text(contract.instalments.reduce(0) { $0 + $1.refundedMinor })
        case .payerPays: return try line(.payerPays)
        case .platformFee: return try line(.platformFee)
        case .payeeReceives: return try line(.payeeReceives)
        case .surcharge: return try line(.surcharge)
        }
    }
}
