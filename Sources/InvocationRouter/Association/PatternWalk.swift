/// A matcher for one pattern. It keeps the set of all positions in the pattern that are consistent with the
/// text read so far.
///
/// Each position is stored as a state. If slashes are merged, the state also records whether the last matched
/// token is a slash. Reading a symbol adds each state at most once, so the time is proportional to the length
/// of the text times the length of the pattern.
struct PatternWalk {
    private let tokens: [LinkPattern.Token]
    private let ignoringCase: Bool
    /// Whether repeated slashes in the pattern count as one.
    private let mergesSlashes: Bool
    private var states: [State] = []
    /// For each state, the number of the last step that added the state, or -1 if no step has added it. The
    /// array is indexed by `State.index`.
    private var added: [Int]
    private var step = 0

    private struct State {
        var position: Int
        var isAfterSlash: Bool

        var index: Int { position * 2 + (isAfterSlash ? 1 : 0) }
    }

    init(_ pattern: LinkPattern, ignoringCase: Bool, mergesSlashes: Bool = false) {
        tokens = pattern.tokens
        self.ignoringCase = ignoringCase
        self.mergesSlashes = mergesSlashes
        added = Array(repeating: -1, count: 2 * tokens.count + 2)
        add(State(position: 0, isAfterSlash: false))
    }

    var isStuck: Bool { states.isEmpty }
    var isAtEnd: Bool { added.suffix(2).contains(step) }

    /// Processes one symbol. When a text is matched, each symbol is a `scalar`. When two patterns are
    /// compared, a symbol can also be a `one` or `run` token of the second pattern.
    mutating func take(_ symbol: LinkPattern.Token) {
        let ignoringCase = ignoringCase
        advance { token in
            switch (token, symbol) {
            case (.run, _): 0
            case (.one, .scalar), (.one, .one): 1
            case (.scalar(let expected), .scalar(let found))
            where expected == found || ignoringCase && expected.folded == found.folded:
                1
            default: nil
            }
        }
    }

    /// Reads the slash at the beginning of a path. The pattern can match this slash or omit it.
    mutating func takeLeadingSlash() {
        take(.scalar("/"))
        add(State(position: 0, isAfterSlash: true))
    }

    /// Reads one more slash, which wildcards do not match. Returns whether the pattern matches the whole
    /// text, including this slash.
    mutating func isAtEndAfterSlash() -> Bool {
        advance { $0 == .scalar("/") ? 1 : nil }
        return isAtEnd
    }

    /// Replaces all states with their successors.
    ///
    /// - Parameter next: Returns the number of tokens to advance (0 or 1) if the token matches; nil if the
    ///   token does not match.
    private mutating func advance(_ next: (LinkPattern.Token) -> Int?) {
        let before = states
        states = []
        step += 1
        for state in before where state.position < tokens.count {
            let token = tokens[state.position]
            guard let count = next(token) else { continue }
            add(State(position: state.position + count, isAfterSlash: mergesSlashes && token == .scalar("/")))
        }
    }

    /// Adds a state, and all states that can be reached from this state without reading another symbol.
    private mutating func add(_ start: State) {
        var pending = [start]
        while let state = pending.popLast() {
            if added[state.index] == step { continue }
            added[state.index] = step
            guard state.position < tokens.count else {
                states.append(state)
                continue
            }
            let next = state.position + 1
            switch tokens[state.position] {
            case .choice(let starts):
                pending += starts.map { State(position: $0, isAfterSlash: state.isAfterSlash) }
            case .jump(let end): pending.append(State(position: end, isAfterSlash: state.isAfterSlash))
            case .run:
                states.append(state)
                pending.append(State(position: next, isAfterSlash: false))
            case .scalar("/") where state.isAfterSlash:
                states.append(state)
                pending.append(State(position: next, isAfterSlash: true))
            case .scalar, .one: states.append(state)
            }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var folded: Unicode.Scalar {
        let lower = properties.lowercaseMapping.unicodeScalars
        return lower.count == 1 ? lower[lower.startIndex] : self
    }
}
