/// What Stripe's description says of one parameter.
struct ParameterShape: Sendable {
    var name: String
    /// The types it may have, in the order in which they are tried.
    var kinds: [Kind]
    /// An empty text unsets it.
    var isUnsettable: Bool
    var isRequired: Bool
    /// What stands inside an object, or inside each element of a list.
    var parts: [ParameterShape] = []

    /// One type.
    indirect enum Kind: Hashable, Sendable {
        /// At most so many characters.
        case text(limit: Int)
        case integer, decimal, boolean
        case choice([String])
        case object
        case list(Kind)
        case map(Kind)
    }
}

extension ParameterShape {
    /// The parameters of a block of lines, each indented by `depth` tabs.
    static func read(_ lines: inout ArraySlice<Substring>, depth: Int) -> [ParameterShape] {
        var shapes: [ParameterShape] = []
        while let line = lines.first, line.prefix(while: { $0 == "\t" }).count == depth {
            lines.removeFirst()
            let words = line.dropFirst(depth).split(separator: " ")
            var shape = ParameterShape(name: String(words[0]), types: words[1])
            shape.parts = read(&lines, depth: depth + 1)
            shapes.append(shape)
        }
        return shapes
    }

    /// One line: `s40~!`.
    private init(name: String, types: Substring) {
        self.name = name
        var rest = types
        isRequired = rest.last == "!"
        if isRequired { rest.removeLast() }
        isUnsettable = rest.last == "~"
        if isUnsettable { rest.removeLast() }
        kinds = []
        while !rest.isEmpty { kinds.append(Self.kind(&rest)) }
    }

    private static func kind(_ rest: inout Substring) -> Kind {
        let letter = rest.removeFirst()
        func number() -> Int? {
            let digits = rest.prefix { $0.isNumber }
            rest.removeFirst(digits.count)
            return Int(digits)
        }
        switch letter {
        case "s": return .text(limit: number() ?? 5_000)
        case "i": return .integer
        case "n": return .decimal
        case "b": return .boolean
        case "e": return .choice(StripeSpec.choices[number() ?? 0])
        case "a": return .list(kind(&rest))
        case "m": return .map(kind(&rest))
        default: return .object
        }
    }
}
