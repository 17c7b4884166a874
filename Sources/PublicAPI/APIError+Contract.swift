package import Contracts
import Documents
import FailureKit
import TextKit

extension APIError {
    /// Creates an API error from a contract error.
    ///
    /// The API error lists all invalid fields. If the contract's status does not allow the request, the API
    /// error contains the status and the allowed transitions.
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
            more.append(
                .init(
                    key: "problems",
                    value: .array(error.problems.map(ContractError.Problem.apiFields.document))))
        }
        guard let status = error.status else { return }
        more += [
            .init(key: "status", value: .string(status.rawValue)),
            .init(key: "allowed", value: .array(error.allowed.map { .string($0.rawValue) })),
        ]
    }
}

extension ContractError.Field {
    /// The JSON key of this field in the API.
    fileprivate var param: String {
        switch self {
        case .payee: "org"
        case .total: "total_minor"
        default: rawValue
        }
    }
}

extension ContractError.Problem {
    static let apiFields = DocumentFields<ContractError.Problem> {
        Field("field") { $0.field.param }
        Field("missing", "whether the field is missing from the request") { $0.isMissing }
        Field("message") { $0.summary }
        Field("remedy") { $0.remedy }
    }
}
