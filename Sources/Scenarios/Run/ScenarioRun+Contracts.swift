import Contracts
import DataFolderKit
import DatabaseKit
import Documents
import Giving
import MoneyKit
import PaymentCore
import Processor
import SimulationKit
import TimeKit

extension ScenarioRun {
    package mutating func write(_ contract: ScenarioContract) async throws -> Outcome {
        var form = contract.form
        form.payee = try await account(of: contract.org)
        form.payeeName = contract.org
        let today = world.clock.now.date.iso8601
        (form.startDate, form.endDate) = (today, today)
        let made = try await world.products.contracts.create(form, sends: contract.isSent).contract
        contracts[contract.name] = made.id
        return Outcome(text: made.status.rawValue)
    }

    package func carryOut(_ command: ScenarioCommand) async throws -> Outcome {
        let id = try id(ofContract: command.contract)
        switch command.act {
        case .perform(let command, let actor, let reason):
            let done = try await world.products.contracts.perform(command, on: id, by: actor, reason: reason)
            return Outcome(text: done.contract.status.rawValue)
        case .pay(let number, let method, let key, let times):
            let (service, method) = (world.products.contracts, cards[method] ?? method)
            return await payAtOnce(times) {
                try await service.pay(.instalment(contract: id, number: number), method: method, key: key)
                    .payment
            }
        case .challenge(let number, let passed):
            return try await challenge(of: id, number, passed)
        }
    }

    private func challenge(of id: String, _ number: Int, _ passed: Bool) async throws -> Outcome {
        let contract = try await world.products.contracts.contract(id)
        guard let payment = contract.instalment(number)?.payment else {
            throw GivingError(.wrongState, "a contract of which nothing was paid")
        }
        return try await answerBank(about: payment, passed)
    }

    private func id(ofContract name: String) throws -> String {
        guard let id = contracts[name] else { throw GivingError(.notFound, "contract \(name)") }
        return id
    }

    // MARK: Expectations

    package func found(_ field: ScenarioContractField, ofContract name: String) async throws -> String {
        let contract = try await world.products.contracts.contract(try id(ofContract: name))
        func text(_ minor: Int64) -> String { Money(minor, contract.terms.total.currency).plainText }
        func line(_ name: ContractBreakdown.Name) throws -> String {
            text(try contract.terms.breakdown().minorUnits(name))
        }
        switch field {
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
