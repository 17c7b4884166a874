package import Contracts
import FailureKit
import TextKit

extension CommandError {
    /// Creates a command error from a contract error. The JSON document of the error contains the problems,
    /// the contract's status and the allowed commands.
    package init(_ error: ContractError) {
        self.init(
            error.category, code: error.failureCode, error.summary, reason: error.sentences,
            remedy: error.commandRemedy)
        document =
            json
            .adding("problems", .array(error.problems.map(\.document)))
            .adding("status", JSONValue(error.status?.rawValue))
            .adding("allowed", error.allowed.map(\.rawValue).json)
    }
}

extension ContractError {
    /// The problems, one per line, or the error's reason if the error lists no problems.
    fileprivate var sentences: String {
        guard !problems.isEmpty else { return reason }
        return problems.map { "\($0.field.option): \($0.summary)" }.joined(separator: "\n")
    }
}

extension ContractError.Problem {
    fileprivate var document: JSONValue {
        [
            "field": field.rawValue.json, "missing": isMissing.json, "message": summary.json,
            "remedy": remedy.json,
        ]
    }
}
