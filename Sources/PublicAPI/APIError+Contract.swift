package import Contracts
import Documents
import FailureKit
import TextKit

extension APIError {
    /// What contracts refuse: every field that is wrong at once, and what can be done where a state forbids it.
    package init(_ error: ContractError) {
        guard error.code != .idempotencyConflict else {
            self = .keyUsed
            return
        }
        let problems = error.problems.map {
            "\($0.field.param): \(Self.whole($0.summary)) \(Self.whole($0.remedy))"
        }
        let sentences =
            problems.isEmpty
            ? [Self.sentence(of: error), error.remedy].map(Self.whole)
            : [Self.whole(error.summary)] + problems
        self.init(
            Self.status(of: error), .request, error.failureCode, sentences.joined(separator: " "),
            param: error.code == .missingReason ? "reason" : error.problems.first?.field.param)
        if !error.problems.isEmpty {
            more.append(.init(key: "problems", value: .array(error.problems.map(\.apiDocument))))
        }
        guard let status = error.status else { return }
        more += [
            .init(key: "status", value: .string(status.rawValue)),
            .init(key: "allowed", value: .array(error.allowed.map { .string($0.rawValue) })),
        ]
    }
}

extension ContractError {
    /// Why, and where the contract stands if that is why.
    var apiReason: String {
        guard let status else { return reason }
        let word = StateWord.of(status.rawValue)
        // The status itself forbids most of what is refused: then it is named already.
        let isNamed = reason == "the contract is \(status.rawValue)"
        return isNamed ? "the contract is \(word)" : "\(reason)\nits status is \(word)"
    }
}

extension ContractError.Field {
    /// The key of the API that it is.
    fileprivate var param: String {
        switch self {
        case .payee: "org"
        case .total: "total_minor"
        default: rawValue
        }
    }
}

extension ContractError.Problem {
    fileprivate var apiDocument: JSONValue {
        [
            "field": .string(field.param), "missing": .bool(isMissing), "message": .string(summary),
            "remedy": .string(remedy),
        ]
    }
}
