import Contracts
import Documents

extension APIError {
    /// What contracts refuse: every field that is wrong at once, and what can be done where a state forbids it.
    init(_ error: ContractError) {
        guard error.code != .idempotencyConflict else {
            self = .keyUsed
            return
        }
        let words = CommandError(error)
        let problems = error.problems.map {
            "\($0.field.param): \(Self.whole($0.summary)) \(Self.whole($0.remedy))"
        }
        let sentences =
            problems.isEmpty
            ? [words.sentence, error.remedy].map(Self.whole) : [Self.whole(words.summary)] + problems
        self.init(
            Self.status(of: error.code), .request, error.code.rawValue, sentences.joined(separator: " "),
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

    private static func status(of code: ContractError.Code) -> Int {
        switch code {
        case .invalid, .missingReason: 400
        case .notYours: 403
        case .notFound, .invalidToken: 404
        case .wrongState, .idempotencyConflict: 409
        case .notPayable: 422
        }
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
