import DataFolderKit
import DatabaseKit
import Dependents
import Documents
import MoneyKit
import PaymentCore
import SimulationKit
import TimeKit

extension DependentProduct: ScenarioProduct {
    var verbs: [any ScenarioVerb.Type] { [ScenarioDependent.self, ScenarioApproval.self] }
    var fields: [any ScenarioField.Type] { [ScenarioDependentField.self] }
}

extension ScenarioKind {
    static let dependents = ScenarioKind("dependent", plural: "dependents")
}

/// An action that enrolls a named dependent with a fee to pay. `org` is the organization in the scenario file
/// that charges the fee.
struct ScenarioDependent: ScenarioVerb {
    var name: String
    var org: String
    /// The fee, such as `200` or `200.00`. Nil if the fee is unknown.
    var fee: String?
    /// The number of days from the current day to the due date.
    var dueInDays: Int

    static let key = "dependent"
    static let keys = ["as", "org", "fee", "due_in_days"]

    static func read(_ tree: ScenarioTree, _ reader: inout ScenarioReader) throws(ScenarioError)
        -> Self
    {
        let fields = try ScenarioFields(tree, of: "a dependent", keys: keys)
        return try ScenarioDependent(
            name: reader.newName(fields, .dependents), org: reader.organization(fields),
            fee: fields["fee"]?.amount(as: "fee"),
            dueInDays: fields.number("due_in_days", in: -3_650...3_650) ?? 30)
    }

    var sentence: String {
        "\(name): a fee \(fee.map { "of \($0)" } ?? "of an unknown amount") for \(org)"
    }

    func perform(in run: inout ScenarioRun) async throws -> ScenarioRun.Outcome {
        let due = run.world.clock.now.adding(seconds: Int64(dueInDays) * 86_400).date
        let enrolled = try Dependent(
            id: name, name: name, relationship: "child", serviceType: "A service", due: due,
            fee: fee.map { try Money(parsing: $0, in: .sar) })
        let guardian = Guardian(id: "grd_scenario", name: "A Guardian", email: "guardian@example.org")
        try await run.world.products.dependents.enroll([enrolled], of: guardian, at: org)
        return ScenarioRun.Outcome(text: "listed")
    }
}

/// An action that approves and pays a fee as the guardian.
struct ScenarioApproval: ScenarioVerb {
    var dependent: String
    var method = "pm_card_visa"
    /// The number of approvals that are sent concurrently.
    var times = 1
    /// Whether the guardian passes the bank's challenge. Nil if the guardian does not respond.
    var passesChallenge: Bool?

    static let key = "approve"
    static let keys = ["dependent", "method", "times", "challenge"]

    static func read(_ tree: ScenarioTree, _ reader: inout ScenarioReader) throws(ScenarioError)
        -> Self
    {
        let fields = try ScenarioFields(tree, of: "an approval", keys: keys)
        return try ScenarioApproval(
            dependent: reader.known(fields, "dependent", .dependents), method: reader.method(fields),
            times: fields.times(), passesChallenge: fields.challenge())
    }

    var sentence: String { "approve the fee of \(dependent) with \(method)" + often(times) }

    func perform(in run: inout ScenarioRun) async throws -> ScenarioRun.Outcome {
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
enum ScenarioDependentField: String, ScenarioField {
    case status
    case remaining = "days_remaining"

    static let kind = ScenarioKind.dependents

    func expected(_ entry: ScenarioTree.Entry) throws(ScenarioError) -> String {
        switch self {
        case .status: try entry.value.word(as: entry.key, EnrolledDependent.Status.self).rawValue
        case .remaining: String(try entry.value.number(as: entry.key, in: -3_650...3_650))
        }
    }

    func found(of name: String, in run: ScenarioRun) async throws -> String {
        let review = try await run.world.products.dependents.review(name)
        switch self {
        case .status: return review.enrolled.status.rawValue
        case .remaining: return String(review.remaining.days)
        }
    }
}
