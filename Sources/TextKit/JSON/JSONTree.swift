/// A JSON text (RFC 8259) as it was written: keys in their order, repeated keys included.
///
/// A reader of our own, because a lint has to see what others repair or drop: Foundation's keeps one of several
/// equal keys without a word and forgets their order; because money wants numbers as they were written; and because
/// this module imports the standard library alone.
public enum JSONTree: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number as it was written; nothing here counts with it.
    case number(String)
    /// A string, its escapes resolved.
    case string(String)
    /// A list.
    case array([JSONTree])
    /// An object; the same key may stand in it more than once.
    case object([Member])

    /// One key of an object and its value.
    public struct Member: Hashable, Sendable {
        /// The key, its escapes resolved.
        public var key: String
        /// The value.
        public var value: JSONTree

        /// A key and its value.
        public init(_ key: String, _ value: JSONTree) {
            self.key = key
            self.value = value
        }
    }

    /// What it is, in the words of JSON.
    public var kind: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

extension JSONTree {
    /// A whole number.
    public static func integer(_ number: Int64) -> JSONTree { .number(String(number)) }

    /// A string; `null` where there is none.
    public init(_ text: String?) { self = text.map { .string($0) } ?? .null }
    /// A whole number; `null` where there is none.
    public init(_ number: Int64?) { self = number.map { .integer($0) } ?? .null }
}

extension JSONTree: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A list.
    public init(arrayLiteral elements: JSONTree...) { self = .array(elements) }
    /// An object with its keys in this order.
    public init(dictionaryLiteral elements: (String, JSONTree)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}

/// Access to a tree as one kind of value.
extension JSONTree {
    /// The text of a string; nil for anything else.
    public var string: String? { if case .string(let text) = self { text } else { nil } }
    /// A 64-bit integer, where `-0` is 0; nil for a larger number, a fraction, an exponent, and anything else.
    public var integer: Int64? { if case .number(let digits) = self { Int64(digits) } else { nil } }
    /// `true` or `false`; nil for anything else.
    public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
    /// The elements of a list; empty for anything else.
    public var elements: [JSONTree] { if case .array(let elements) = self { elements } else { [] } }
    /// Whether the value is `null`.
    public var isNull: Bool { if case .null = self { true } else { false } }
}
