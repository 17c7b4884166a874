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
