import TextKit

extension JSONValue {
    /// Reads one JSON text that this processor wrote, however long it is.
    ///
    /// Of a name that comes twice in an object the last counts; numbers that are no 64-bit integers stay as they are
    /// written.
    init(parsing octets: [UInt8]) throws(JSONTreeError) {
        self.init(try JSONTree(octets, atMost: .max))
    }

    private init(_ tree: JSONTree) {
        switch tree {
        case .null: self = .null
        case .bool(let bool): self = .bool(bool)
        case .number(let digits): self = Int64(digits).map { .integer($0) } ?? .decimal(digits)
        case .string(let text): self = .text(text)
        case .array(let elements): self = .list(elements.map { JSONValue($0) })
        case .object(let members):
            var object = JSONObject()
            for member in members { object[member.key] = JSONValue(member.value) }
            self = .object(object)
        }
    }
}
