/// A JSON value (RFC 8259) that preserves the original text: the order of keys, repeated keys, and numbers as
/// written.
///
/// Foundation's parser is not suitable, because it does not preserve this information.
public enum JSONTree: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number as it was written. It is never converted to floating point.
    case number(String)
    /// A string, with its escapes decoded.
    case string(String)
    case array([JSONTree])
    /// An object. A key can occur more than once.
    case object([Member])

    /// A key of an object, with its value.
    public struct Member: Hashable, Sendable {
        /// The key, with its escapes decoded.
        public var key: String
        /// The value of the key.
        public var value: JSONTree

        /// Creates a member from a key and a value.
        public init(_ key: String, _ value: JSONTree) {
            self.key = key
            self.value = value
        }
    }

    /// The type of the value in words, such as `a list`.
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
    /// Creates a number from an integer.
    public static func integer(_ number: Int64) -> JSONTree { .number(String(number)) }

    /// Creates a string, or `null` if the text is nil.
    public init(_ text: String?) { self = text.map { .string($0) } ?? .null }
    /// Creates an integer, or `null` if the number is nil.
    public init(_ number: Int64?) { self = number.map { .integer($0) } ?? .null }
}

extension JSONTree: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates a string from a literal.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates a boolean from a literal.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates a number from an integer literal.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Creates a list from a literal.
    public init(arrayLiteral elements: JSONTree...) { self = .array(elements) }
    /// Creates an object from a dictionary literal. The keys keep the order of the literal.
    public init(dictionaryLiteral elements: (String, JSONTree)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}

/// Conversions to specific types of values.
extension JSONTree {
    /// The text of a string, or nil for any other value.
    public var string: String? { if case .string(let text) = self { text } else { nil } }
    /// The value as a 64-bit integer. Nil if the value is not a number, has a fraction or an exponent, or
    /// does not fit in 64 bits.
    public var integer: Int64? { if case .number(let digits) = self { Int64(digits) } else { nil } }
    /// The value if it is `true` or `false`; otherwise nil.
    public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
    /// The elements of a list. Empty for any other value.
    public var elements: [JSONTree] { if case .array(let elements) = self { elements } else { [] } }
    /// Whether the value is `null`.
    public var isNull: Bool { if case .null = self { true } else { false } }
}
