import TextKit

extension JSONValue {
    /// Reads one JSON text that this processor wrote, however long it is.
    ///
    /// It names nothing twice in an object; numbers that are no 64-bit integers stay as they are written.
    init(parsing octets: [UInt8]) throws(JSONTreeError) {
        self.init(try JSONTree(octets, atMost: .max))
    }

    init(_ tree: JSONTree) {
        switch tree {
        case .null: self = .null
        case .bool(let bool): self = .bool(bool)
        case .number(let digits): self = Int64(digits).map { .integer($0) } ?? .decimal(digits)
        case .string(let text): self = .text(text)
        case .array(let elements): self = .list(elements.map { JSONValue($0) })
        case .object(let members):
            self = .object(JSONObject(members.map { ($0.key, JSONValue($0.value)) }))
        }
    }
}
