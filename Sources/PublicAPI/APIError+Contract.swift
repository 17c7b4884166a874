import Contracts
import Documents
import FailureKit
import TextKit

extension APIError {
    /// Creates an API error from a contract error.
    ///
    /// The API error lists all invalid fields. If the contract's status does not allow the request, the API
    /// error contains the status and the allowed transitions.
    init(_ error: ContractError) {
        if error.problems.isEmpty {
            self.init(refused: error)
        } else {
            self.init(
                several: error, error.problems.map { ($0.field.param, $0.summary, $0.remedy) })
            more.append(
                .init(
                    key: "problems",
                    value: .array(error.problems.map(ContractError.Problem.apiFields.document))))
        }
        guard let status = error.status else { return }
        more += [
            .init(key: "status", value: status.rawValue.json),
            .init(key: "allowed", value: error.allowed.map(\.rawValue).json),
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
