/// A value of JSON whose objects keep the order in which their fields were named.
enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// A decimal number as it is written: `2.9`.
    case decimal(String)
    case text(String)
    case list([JSONValue])
    case object(JSONObject)
}

extension JSONValue {
    /// The field of an object; null where there is none.
    subscript(name: String) -> JSONValue {
        if case .object(let object) = self { object[name] ?? .null } else { .null }
    }

    /// The text that it is; nil for anything else.
    var text: String? { if case .text(let text) = self { text } else { nil } }
    /// The whole number that it is; nil for anything else.
    var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
    /// The truth value that it is; nil for anything else.
    var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
    /// The elements of a list; none for anything else.
    var elements: [JSONValue] { if case .list(let list) = self { list } else { [] } }
    /// The object that it is; nil for anything else.
    var object: JSONObject? { if case .object(let object) = self { object } else { nil } }
    /// Nothing is there.
    var isNull: Bool { self == .null }

    /// An optional text: null where there is none.
    init(_ text: String?) { self = text.map { .text($0) } ?? .null }
    /// An optional number: null where there is none.
    init(_ number: Int64?) { self = number.map { .integer($0) } ?? .null }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    init(stringLiteral text: String) { self = .text(text) }
    init(booleanLiteral bool: Bool) { self = .bool(bool) }
    init(integerLiteral number: Int64) { self = .integer(number) }
    init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
    init(dictionaryLiteral fields: (String, JSONValue)...) { self = .object(JSONObject(fields)) }
    init(nilLiteral: ()) { self = .null }
}
