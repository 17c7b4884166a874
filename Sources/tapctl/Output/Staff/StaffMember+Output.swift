import Documents
import StaffAccess
import TimeKit

extension StaffMember {
    /// The document of `docs/json.md`.
    var document: JSONValue {
        [
            "object": "staff_member", "email": .string(email), "role": .string(role.rawValue),
            "orgs": .array(organizations.map(JSONValue.string)), "created": .string(created.iso8601),
        ]
    }

    /// The same for a person.
    var line: String { "\(printable(email))  \(role.rawValue) of \(organizations.joined(separator: ", "))" }
}

extension CommandError {
    init(_ error: StaffError) {
        let exit: ExitCode =
            switch error.code {
            case .invalidAddress, .weakPassword, .invalidKeyName: .malformed
            case .organizations: .usage
            case .notFound, .keyNotFound: .notFound
            case .taken, .wrongPassword, .keyTaken, .tooManyKeys, .tooManyOrganizations: .refused
            case .paused, .busy: .tryAgain
            }
        self.init(exit, code: error.code.rawValue, error.summary, reason: error.reason, remedy: error.remedy)
    }
}
