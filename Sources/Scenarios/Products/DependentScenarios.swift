package import DataFolderKit
import DatabaseKit
import Dependents
import Documents
import MoneyKit
import PaymentCore
import SimulationKit
import TimeKit

extension DependentProduct: ScenarioProduct {
    package var verbs: [any ScenarioVerb.Type] { [ScenarioDependent.self, ScenarioApproval.self] }
    package var fields: [any ScenarioField.Type] { [ScenarioDependentField.self] }
}

extension ScenarioKind {
    static let dependents = ScenarioKind("dependent", plural: "dependents")
}

/// An action that enrolls a named dependent with a fee to pay. `org` is the organization in the scenario file
/// that charges the fee.
package struct ScenarioDependent: ScenarioVerb {
    package var name: String
    package var org: String
    /// The fee, such as `200` or `200.00`. Nil if the fee is unknown.
    package var fee: String?
    /// The number of days from the current day to the due date.
    var dueInDays: Int

    package static let key = "dependent"
    static let keys = ["as", "org", "fee", "due_in_days"]

    package static func read(_ tree: ScenarioTree, _ reader: inout ScenarioReader) throws(ScenarioError)
        -> Self
    {
        let fields = try ScenarioFields(tree, of: "a dependent", keys: keys)
        let name = try reader.newName(fields, .dependents)
        return ScenarioDependent(
            name: name, org: try reader.organization(try fields.needed("org"), as: "org"),
            fee: try fields["fee"]?.amount(as: "fee"),
            dueInDays: try fields.number("due_in_days", in: -3_650...3_650) ?? 30)
    }

    package var sentence: String {
        "\(name): a fee \(fee.map { "of \($0)" } ?? "of an unknown amount") for \(org)"
    }

    package func perform(in run: inout ScenarioRun) async throws -> ScenarioRun.Outcome {
        let due = run.world.clock.now.adding(seconds: Int64(dueInDays) * 86_400).date
        let enrolled = try Dependent(
            id: name, name: name, relationship: "child", serviceType: "A service", due: due,
            fee: try fee.map { try Money(parsing: $0, in: .sar) })
        let guardian = Guardian(id: "grd_scenario", name: "A Guardian", email: "guardian@example.org")
        try await run.world.products.dependents.enroll([enrolled], of: guardian, at: org)
        return ScenarioRun.Outcome(text: "listed")
    }
}

/// An action that approves and pays a fee as the guardian.
package struct ScenarioApproval: ScenarioVerb {
    package var dependent: String
    package var method = "pm_card_visa"
    /// The number of approvals that are sent concurrently.
    package var times = 1
    /// Whether the guardian passes the bank's challenge. Nil if the guardian does not respond.
    var passesChallenge: Bool?

    package static let key = "approve"
    static let keys = ["dependent", "method", "times", "challenge"]

    package static func read(_ tree: ScenarioTree, _ reader: inout ScenarioReader) throws(ScenarioError)
        -> Self
    {
        let fields = try ScenarioFields(tree, of: "an approval", keys: keys)
        var approval = ScenarioApproval(dependent: try reader.known(fields, "dependent", .dependents))
        if let tree = fields["method"] { approval.method = try reader.method(tree) }
        approval.times = try fields.number("times", in: 1...100) ?? 1
        approval.passesChallenge = try fields.challenge()
        return approval
    }

    package var sentence: String { "approve the fee of \(dependent) with \(method)" + often(times) }

    package func perform(in run: inout ScenarioRun) async throws -> ScenarioRun.Outcome {
        let (service, method) = (run.world.products.dependents, run.cards[method] ?? method)
        let outcome = await run.payAtOnce(times) { [dependent] in
            try await service.approve(dependent, method: method).payment
        }
        guard let passed = passesChallenge, outcome.refusal == nil,
            let payment = try await service.review(dependent).enrolled.payment
        else { return outcome }
        return try await run.answerBank(about: payment, passed)
    }
}

/// A field of a dependent that a scenario can check.
package enum ScenarioDependentField: String, ScenarioField {
    case status
    case remaining = "days_remaining"

    package static let kind = ScenarioKind.dependents

    package func expected(_ entry: ScenarioTree.Entry) throws(ScenarioError) -> String {
        switch self {
        case .status:
            try entry.value.word(as: entry.key, of: EnrolledDependent.Status.allCases.map(\.rawValue))
        case .remaining: String(try entry.value.number(as: entry.key, in: -3_650...3_650))
        }
    }

    package func found(of name: String, in run: ScenarioRun) async throws -> String {
        let review = try await run.world.products.dependents.review(name)
        switch self {
        case .status: return review.enrolled.status.rawValue
        case .remaining: return String(review.remaining.days)
        }
    }
}
