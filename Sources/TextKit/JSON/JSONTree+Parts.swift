/// What a tree is, asked for as one kind.
extension JSONTree {
    /// The text of a string; nil for anything else.
    public var string: String? { if case .string(let text) = self { text } else { nil } }
    /// A whole number of 64 bits, `-0` being 0; nil for a larger one, for a fraction or an exponent, and for anything else.
    public var integer: Int64? { if case .number(let digits) = self { Int64(digits) } else { nil } }
    /// `true` or `false`; nil for anything else.
    public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
    /// The elements of a list; none for anything else.
    public var elements: [JSONTree] { if case .array(let elements) = self { elements } else { [] } }
    /// It is `null`.
    public var isNull: Bool { if case .null = self { true } else { false } }
}
