import DatabaseKit
import TextKit

/// JSON within a noun is kept as it is.
extension JSONValue: DocumentPart {
    var tree: JSONTree {
        switch self {
        case .null: .null
        case .bool(let bool): .bool(bool)
        case .integer(let number): .number(String(number))
        case .decimal(let digits): .number(digits)
        case .text(let text): .string(text)
        case .list(let elements): .array(elements.map(\.tree))
        case .object(let object): .object(object.fields.map { JSONTree.Member($0.name, $0.value.tree) })
        }
    }
}
