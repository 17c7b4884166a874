/// A JSON value whose objects keep the order in which their keys were written.
enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case int(Int)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// One key of an object with its value.
    struct Member: Equatable, Sendable {
        var key: String
        var value: JSONValue
    }

    /// A string, or null.
    init(_ string: String?) { self = string.map(JSONValue.string) ?? .null }

    /// Bytes as the documents show them: lower-case hex without spaces.
    static func hex(_ bytes: some Sequence<UInt8>) -> JSONValue { .string(hexText(bytes)) }

    /// An object with `member` behind its other keys.
    func adding(_ key: String, _ value: JSONValue) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members + [Member(key: key, value: value)])
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
    init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member(key: $0.0, value: $0.1) })
    }
    init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int) { self = .int(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(nilLiteral: ()) { self = .null }
}
