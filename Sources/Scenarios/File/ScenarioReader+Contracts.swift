import Contracts
import DataFolderKit
import Documents
import MoneyKit

extension ScenarioReader {
    static let contractKeys =
        ["as", "org", "total", "currency", "structure", "milestones"]
        + ContractForm.fields.filter(\.isInScenarios).map(\.described.name)
        + ["work_first", "payer", "email", "send"]
    static let commandKeys = [
        "contract", "do", "by", "milestone", "reason", "method", "key", "times", "outcome", "payer", "payee",
    ]
    static let commands = [
        "send", "accept", "request", "pay", "challenge", "complete", "release", "dispute", "resolve",
        "cancel",
    ]

    mutating func contract(_ tree: ScenarioTree) throws(ScenarioError) -> ScenarioContract {
        let fields = try ScenarioFields(tree, of: "a contract", keys: Self.contractKeys)
        let name = try newName(fields, .contracts)
        var form = ContractForm()
        (form.title, form.description, form.deliverables) = (name, name, [name])
        form.payerName = try fields.text("payer") ?? "A Client"
        form.payerEmail = try fields.text("email") ?? "client@example.org"
        form.total = try fields.needed("total").amount(as: "total")
        form.currency = try fields.text("currency") ?? form.currency
        form.structure = try structure(fields)
        try fields.fill(&form, by: ContractForm.fields)
        form.fundsBefore = try fields.bool("work_first") != true
        return try ScenarioContract(
            name: name, org: organization(fields), form: form, isSent: fields.bool("send") ?? false)
    }

    private func structure(_ fields: ScenarioFields) throws(ScenarioError) -> PaymentStructure {
        switch try fields.needed("structure").word(as: "structure", PaymentStructure.Kind.self) {
        case .milestones:
            let entries = try fields.needed("milestones").entries(as: "milestones")
            return .milestones(
                try entries.map { entry throws(ScenarioError) in
                    Milestone(entry.key, share: try share(entry.value, as: entry.key))
                })
        case .afterCompletion: return .afterCompletion
        case .upfront: return .upfront
        }
    }

    func command(_ tree: ScenarioTree) throws(ScenarioError) -> ScenarioCommand {
        let fields = try ScenarioFields(tree, of: "a command", keys: Self.commandKeys)
        let contract = try known(fields, "contract", .contracts)
        let word = try fields.needed("do").word(as: "do", of: Self.commands)
        let milestone = try fields.number("milestone", in: 1...100)
        if word == "pay" {
            return try ScenarioCommand(
                contract: contract,
                act: .pay(
                    milestone ?? 1, method: method(fields), key: fields.text("key"), times: fields.times()))
        }
        if word == "challenge" {
            let isPassed = try fields.needed("outcome").isPassed(as: "outcome")
            return ScenarioCommand(contract: contract, act: .challenge(milestone ?? 1, passed: isPassed))
        }
        let command = try command(word, milestone, fields)
        let actors = command.kind.actors
        let usual: ContractActor =
            actors.contains(.payee) ? .payee : actors.contains(.payer) ? .payer : .platform
        return try ScenarioCommand(
            contract: contract,
            act: .perform(
                command, by: fields["by"]?.word(as: "by") ?? usual,
                reason: fields.text("reason") ?? (command.kind.needsReason ? word : "")))
    }

    private func command(_ word: String, _ milestone: Int?, _ fields: ScenarioFields)
        throws(ScenarioError) -> ContractCommand
    {
        switch word {
        case "send": return .send
        case "accept": return .accept
        case "request": return milestone.map(ContractCommand.requestMilestone) ?? .requestPayment
        case "complete": return milestone.map(ContractCommand.completeMilestone) ?? .complete
        case "release": return .release(milestone ?? 1)
        case "dispute": return .dispute
        case "resolve":
            return try .resolve(
                payer: share(fields.needed("payer"), as: "payer"),
                payee: share(fields.needed("payee"), as: "payee"))
        default: return .cancel
        }
    }

    private func share(_ tree: ScenarioTree, as key: String) throws(ScenarioError) -> BasisPoints {
        guard let share = BasisPoints(percent: try tree.text(as: key)) else {
            throw tree.malformed(key, "a percentage such as 50 or 33.33")
        }
        return share
    }
}
