package import Contracts
import FailureKit
import TextKit

extension CommandError {
    /// What contracts refuse, with all that a program needs to go on.
    package init(_ error: ContractError) {
        self.init(
            error.category, code: error.failureCode, error.summary, reason: error.sentences,
            remedy: error.commandRemedy)
        document =
            json
            .adding("problems", .array(error.problems.map(\.document)))
            .adding("status", JSONValue(error.status?.rawValue))
            .adding("allowed", .array(error.allowed.map { .string($0.rawValue) }))
    }
}

extension ContractError {
    /// Why, and where the contract stands if that is why.
    fileprivate var sentences: String {
        if let status {
            // The status itself forbids most of what is refused: then it is named already.
            let isNamed = reason == "the contract is \(status.rawValue)"
            return isNamed ? "the contract is \(status.word)" : "\(reason)\nits status is \(status.word)"
        }
        guard !problems.isEmpty else { return reason }
        return problems.map { "\($0.field.option): \($0.summary)" }.joined(separator: "\n")
    }
}

extension ContractError.Problem {
    fileprivate var document: JSONValue {
        [
            "field": .string(field.rawValue), "missing": .bool(isMissing), "message": .string(summary),
            "remedy": .string(remedy),
        ]
    }
}
