import DataFolderKit
import Dependents
import Documents

extension ScenarioReader {
    static let dependentKeys = ["as", "org", "fee", "due_in_days"]
    static let approvalKeys = ["dependent", "method", "times", "challenge"]

    mutating func dependent(_ tree: ScenarioTree) throws(ScenarioError) -> ScenarioDependent {
        let fields = try ScenarioFields(tree, of: "a dependent", keys: Self.dependentKeys)
        let name = try newName(fields, in: \.dependents, of: "dependents")
        return ScenarioDependent(
            name: name, org: try organization(try fields.needed("org"), as: "org"),
            fee: try fields["fee"]?.amount(as: "fee"),
            dueInDays: try fields.number("due_in_days", in: -3_650...3_650) ?? 30)
    }

    func approval(_ tree: ScenarioTree) throws(ScenarioError) -> ScenarioApproval {
        let fields = try ScenarioFields(tree, of: "an approval", keys: Self.approvalKeys)
        let name = try fields.needed("dependent")
        var approval = ScenarioApproval(
            dependent: try dependentName(try name.text(as: "dependent"), line: name.line))
        if let tree = fields["method"] { approval.method = try method(tree) }
        approval.times = try fields.number("times", in: 1...100) ?? 1
        approval.passesChallenge = try fields["challenge"].map { tree throws(ScenarioError) in
            try tree.word(as: "challenge", of: ["passed", "failed"]) == "passed"
        }
        return approval
    }

    func dependents(_ tree: ScenarioTree) throws(ScenarioError) -> [ScenarioExpectation] {
        try each(
            of: tree, as: "dependents", ScenarioDependentField.self,
            name: { entry throws(ScenarioError) in try dependentName(entry.key, line: entry.line) }
        ) { (name, field, entry) throws(ScenarioError) in
            let expected =
                switch field {
                case .status:
                    try entry.value.word(
                        as: entry.key, of: EnrolledDependent.Status.allCases.map(\.rawValue))
                case .remaining: String(try entry.value.number(as: entry.key, in: -3_650...3_650))
                }
            return (.dependent(name, field), expected)
        }
    }

    private func dependentName(_ name: String, line: Int) throws(ScenarioError) -> String {
        try known(name, among: dependents, "dependent", line: line, remedy: "name one with as:")
    }
}
