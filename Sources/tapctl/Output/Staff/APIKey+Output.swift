import Documents
import StaffAccess
import TimeKit

extension APIKey {
    /// The document of `docs/json.md`.
    var document: JSONValue {
        [
            "object": "api_key", "name": .string(name), "role": .string(role.rawValue),
            "orgs": .array(organizations.map(JSONValue.string)), "created": .string(created.iso8601),
            "last_used": JSONValue(lastUsed?.date.iso8601),
        ]
    }

    /// The same for a person.
    var line: String { "\(name)  \(role.rawValue) of \(organizations.joined(separator: ", "))" }

    /// A line of a list.
    var row: [String] {
        [name, role.rawValue, organizations.joined(separator: ", "), lastUsed?.date.iso8601 ?? "never"]
    }
}
