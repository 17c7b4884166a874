import Contracts
import Documents
import FailureKit
import TextKit

extension CommandError {
    init(_ error: ContractError) {
        let exit: FailureCategory =
            switch error.code {
            case .invalid: .malformed
            case .notFound, .invalidToken: .notFound
            case .wrongState, .notYours, .notPayable, .idempotencyConflict: .refused
            case .missingReason: .usage
            }
        self.init(
            exit, code: error.code.rawValue, error.summary, reason: error.sentences,
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

    /// What to type next.
    fileprivate var commandRemedy: String {
        switch code {
        case .invalid: problems.map { "\($0.field.option): \($0.remedy)" }.joined(separator: "\n")
        case .notFound: "`tapctl contract list` shows those that there are"
        case .wrongState where !allowed.isEmpty:
            "what can be done: " + allowed.map { "contract \($0.command)" }.joined(separator: ", ")
        default: remedy
        }
    }
}

extension ContractError.Field {
    /// The option of `contract create` that it is.
    fileprivate var option: String {
        switch self {
        case .payee: "--org"
        case .deliverables: "--deliverable"
        case .milestones: "--milestone"
        default: "--" + rawValue.replacing("_", with: "-")
        }
    }
}

extension ContractCommand.Kind {
    /// The command that does it.
    fileprivate var command: String {
        switch self {
        case .send, .accept, .pay, .complete, .release, .dispute, .resolve, .cancel: rawValue
        case .requestPayment: "request"
        case .requestMilestone: "request --milestone"
        case .completeMilestone: "complete --milestone"
        }
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
