/// Functions that compare fault patterns with the paths of operations and the types of events.
enum FaultPattern {
    /// A part of a pattern or path: one specific character, or a wildcard.
    enum Token: Hashable {
        case one(Character)
        /// Exactly one character that is not a slash.
        case other
        /// Any number of characters that are not slashes.
        case others
        /// Any number of characters.
        case any

        /// Whether the token matches any number of characters, including none.
        var isRepeated: Bool { self == .others || self == .any }

        /// Returns whether both tokens can match the same character.
        func meets(_ second: Token) -> Bool {
            switch (self, second) {
            case (.one(let left), .one(let right)): left == right
            case (.any, _), (_, .any): true
            case (.one(let letter), _), (_, .one(let letter)): letter != "/"
            default: true
            }
        }
    }

    /// Splits a pattern into tokens. `*` matches any text, and `{id}` matches one path segment.
    static func tokens(_ pattern: Substring) -> [Token] {
        var (tokens, rest) = ([Token](), pattern)
        while let first = rest.first {
            if first == "{", let end = rest.firstIndex(of: "}") {
                tokens += [.other, .others]
                rest = rest[end...].dropFirst()
            } else {
                tokens.append(first == "*" ? .any : .one(first))
                rest = rest.dropFirst()
            }
        }
        return tokens
    }

    /// Returns whether any text matches both patterns.
    static func overlap(_ first: Substring, _ second: Substring) -> Bool {
        let (left, right) = (tokens(first), tokens(second))
        let width = right.count + 1
        var seen = Array(repeating: false, count: (left.count + 1) * width)
        var open = [(0, 0)]
        while let (i, j) = open.popLast() {
            if seen[i * width + j] { continue }
            seen[i * width + j] = true
            if i == left.count, j == right.count { return true }
            if i < left.count, left[i].isRepeated { open.append((i + 1, j)) }
            if j < right.count, right[j].isRepeated { open.append((i, j + 1)) }
            if i < left.count, j < right.count, left[i].meets(right[j]) {
                open.append((left[i].isRepeated ? i : i + 1, right[j].isRepeated ? j : j + 1))
            }
        }
        return false
    }
}

extension FaultRule {
    /// Whether the rule's pattern matches any simulated operation or event type. If not, the fault never
    /// occurs.
    package var canOccur: Bool {
        if kind.isOfWebhooks {
            return Self.eventTypes.contains { FaultPattern.overlap(pattern[...], $0[...]) }
        }
        let words = pattern.split(separator: " ", maxSplits: 1)
        let (method, path): (Substring, Substring) =
            words.count == 2 ? (words[0], words[1]) : ("*", pattern[...])
        return Self.operations.contains {
            FaultPattern.overlap(method, $0.method.rawValue[...])
                && FaultPattern.overlap(path, $0.pattern[...])
        }
    }

    /// Examples of valid patterns for this kind of fault: event types or operations. An operation includes
    /// its method only if the rule's pattern includes a method.
    package var patternExamples: [String] {
        if kind.isOfWebhooks { return Self.eventTypes }
        return pattern.contains(" ") ? Self.operations.map(\.operation) : Self.operations.map(\.pattern)
    }

    /// The operations that faults can affect. Requests that control the simulator are excluded.
    private static let operations = RouteTable.all.filter { !$0.pattern.hasPrefix("/_tapctl/") }

    /// The types of events that Stripe or the simulated processor sends.
    private static let eventTypes: [String] = {
        let known = StripeSpec.eventTypes.union(ProcessorTrigger.all.map(\.event)).union(["payment.created"])
        return known.subtracting(["*"]).sorted()
    }()
}
