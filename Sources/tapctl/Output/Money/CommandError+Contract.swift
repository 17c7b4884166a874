import Contracts

extension CommandError {
    init(_ error: ContractError) {
        let exit: ExitCode =
            switch error.code {
            case .invalid: .malformed
            case .notFound, .invalidToken: .notFound
            case .wrongState, .notYours, .notPayable, .idempotencyConflict: .refused
            case .missingReason: .usage
            }
        self.init(
            exit, code: error.code.rawValue, error.summary, reason: error.sentences, remedy: error.remedy)
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
        guard let status else { return reason }
        return "\(reason)\nits status is \(status.rawValue)"
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
