/// A pattern in an association file. `*` matches any number of characters, including none, `?` matches
/// exactly one character, and `$(name)` matches one of the strings of a variable.
///
/// Matching keeps the set of all positions in the pattern that are consistent with the text read so far, and
/// does not backtrack. The time is therefore proportional to the length of the text times the length of the
/// pattern.
///
/// Source: Apple, "applinks.Details.Components"; WWDC 2020, session 10098.
public struct LinkPattern: Hashable, Sendable {
    /// The pattern as written in the file.
    public let text: String
    /// The tokens of the pattern. Each variable becomes a choice between its strings.
    let tokens: [Token]

    /// An element of a parsed pattern.
    enum Token: Hashable {
        /// Matches exactly this Unicode scalar.
        case scalar(Unicode.Scalar)
        /// Matches any single Unicode scalar.
        case one
        /// Matches any number of Unicode scalars, including none.
        case run
        /// The start of a choice between several branches. The array contains the index of each branch's
        /// first token.
        case choice([Int])
        /// The end of a branch. Matching continues with the token at this index.
        case jump(Int)
    }

    /// The reason why a pattern is invalid.
    struct Flaw: Error {
        let code: SiteFinding.Code
        let detail: String
    }

    /// The pattern `*`, which matches every text. It is the default for a pattern that a component omits.
    static let everything = LinkPattern(text: "*", tokens: [.run])
}

extension LinkPattern {
    /// Parses a pattern.
    ///
    /// - Throws: ``Flaw`` with code `unknownVariable` or `malformedVariable`, or `tooComplex` if the pattern
    ///   has more than `tokenLimit` tokens.
    init(_ text: String, variables: LinkVariables = .standard, tokenLimit: Int = 1 << 16) throws(Flaw) {
        var tokens: [Token] = []
        var rest = Substring(text).unicodeScalars
        while let scalar = rest.popFirst() {
            if scalar == "$", rest.first == "(" {
                guard let end = rest.firstIndex(of: ")") else {
                    throw Flaw(code: .malformedVariable, detail: text)
                }
                let name = String(rest[rest.index(after: rest.startIndex)..<end])
                rest = rest[rest.index(after: end)...]
                guard let values = variables.values(of: name) else {
                    throw Flaw(code: .unknownVariable, detail: name)
                }
                Self.append(choiceOf: values, to: &tokens, limit: tokenLimit)
            } else {
                tokens.append(Self.token(scalar))
            }
            if tokens.count > tokenLimit { throw Flaw(code: .tooComplex, detail: "") }
        }
        self.init(text: text, tokens: tokens)
    }

    private static func token(_ scalar: Unicode.Scalar) -> Token {
        switch scalar {
        case "*": .run
        case "?": .one
        default: .scalar(scalar)
        }
    }

    /// Appends tokens that match any one of a variable's strings: a `choice` token, then the tokens of each
    /// string, each followed by a jump to the end of the choice. If these tokens would exceed the limit,
    /// appends placeholder tokens instead, until the pattern is one token over the limit.
    private static func append(choiceOf values: [String], to tokens: inout [Token], limit: Int) {
        let count = values.reduce(1) { $0 + $1.unicodeScalars.count + 1 }
        let end = tokens.count + count
        // The caller refuses a pattern that is too long, so the whole pattern is not built here.
        guard end <= limit else { return tokens += Array(repeating: .run, count: limit - tokens.count + 1) }
        var starts: [Int] = []
        var ways: [Token] = []
        for value in values {
            starts.append(tokens.count + 1 + ways.count)
            ways += value.unicodeScalars.map(token)
            ways.append(.jump(end))
        }
        tokens.append(.choice(starts))
        tokens += ways
    }

    /// Returns true if the whole text matches the pattern.
    ///
    /// - Parameters:
    ///   - text: The path, the query or the fragment of a URL.
    ///   - ignoringCase: Whether to ignore case. A scalar whose lowercase mapping has several scalars is
    ///     compared unchanged.
    public func matches(_ text: some StringProtocol, ignoringCase: Bool = false) -> Bool {
        accepts(text.unicodeScalars.lazy.map { .scalar($0) }, ignoringCase: ignoringCase)
    }

    /// Returns true if the pattern matches a sequence of symbols.
    private func accepts(_ symbols: some Sequence<Token>, ignoringCase: Bool) -> Bool {
        var walk = PatternWalk(self, ignoringCase: ignoringCase)
        for symbol in symbols {
            walk.take(symbol)
            if walk.isStuck { return false }
        }
        return walk.isAtEnd
    }

    /// Returns true if a path matches the pattern. Slashes are compared as on Apple's devices:
    ///
    /// - A leading slash is optional in the pattern.
    /// - Repeated slashes count as one, in the pattern and in the path.
    /// - A trailing slash makes no difference: `/buy` and `/buy/` match each other, and `/buy/*` matches
    ///   `/buy`.
    ///
    /// `?` and `*` never match a path's trailing slash.
    ///
    /// Source: the results of Apple's `swcutil` in `fixtures/aasa-swcutil.json`.
    public func matches(path: some StringProtocol, ignoringCase: Bool = false) -> Bool {
        var walk = PatternWalk(self, ignoringCase: ignoringCase, mergesSlashes: true)
        walk.takeLeadingSlash()
        var isBetweenSegments = false
        var hasSegment = false
        for scalar in path.unicodeScalars {
            if scalar == "/" {
                isBetweenSegments = hasSegment
                continue
            }
            if isBetweenSegments { walk.take(.scalar("/")) }
            (isBetweenSegments, hasSegment) = (false, true)
            walk.take(.scalar(scalar))
            if walk.isStuck { return false }
        }
        return walk.isAtEnd || hasSegment && walk.isAtEndAfterSlash()
    }

    /// Returns true if it is certain that every text that matches `other` also matches this pattern. Returns
    /// false if this is not the case or cannot be determined.
    func covers(_ other: LinkPattern, ignoringCase: Bool = false) -> Bool {
        accepts(other.symbols, ignoringCase: ignoringCase)
    }

    /// Returns true if it is certain that every path that matches `other` also matches this pattern. Returns
    /// false if this is not the case or cannot be determined.
    func covers(path other: LinkPattern, ignoringCase: Bool = false) -> Bool {
        if tokens == other.tokens { return true }
        // A slash in a variable's string can merge with a slash next to the variable.
        guard !other.hasVariableThatMergesSlashes else { return false }
        return other.pathForms.allSatisfy { covers(pathForm: $0, ignoringCase: ignoringCase) }
    }

    private func covers(pathForm symbols: [Token], ignoringCase: Bool) -> Bool {
        var walk = PatternWalk(self, ignoringCase: ignoringCase, mergesSlashes: true)
        for (index, symbol) in symbols.enumerated() {
            if index == 0, symbol == .scalar("/") { walk.takeLeadingSlash() } else { walk.take(symbol) }
            if walk.isStuck { return false }
        }
        let isNeverRoot = symbols.contains {
            if case .scalar(let scalar) = $0 { scalar != "/" } else { false }
        }
        return walk.isAtEnd || isNeverRoot && walk.isAtEndAfterSlash()
    }

    /// Returns an estimate of the number of steps that ``covers(path:ignoringCase:)`` takes for this pattern
    /// and `other`.
    func coveringCost(_ other: LinkPattern) -> Int { (tokens.count + 1) * (other.tokens.count + 1) }

    /// The tokens of the pattern, with each variable replaced by a `run`. The result matches every text that
    /// this pattern matches, and may match more.
    private var symbols: [Token] {
        var symbols: [Token] = []
        var position = 0
        while position < tokens.count {
            if case .choice(let starts) = tokens[position] {
                symbols.append(.run)
                position = end(ofChoice: starts, at: position)
            } else {
                symbols.append(tokens[position])
                position += 1
            }
        }
        return symbols
    }

    /// Returns the index of the token that follows all branches of the choice at `position`.
    private func end(ofChoice starts: [Int], at position: Int) -> Int {
        let last = starts.last ?? position + 1
        return tokens[last...].lazy.compactMap { if case .jump(let end) = $0 { end } else { nil } }.first
            ?? position + 1
    }

    /// Simplified forms of the pattern. A normalized path that matches the pattern also matches at least one
    /// of these forms. A normalized path has no repeated slashes, and no trailing slash unless the path is
    /// `/`.
    private var pathForms: [[Token]] {
        let slash = Token.scalar("/")
        var rest: [Token] = []
        for symbol in symbols where symbol != slash || rest.last.map({ $0 != slash }) ?? false {
            rest.append(symbol)
        }
        if rest.last == slash { rest.removeLast() }
        var forms = [[slash] + rest]
        // The form without a leading slash: the first wildcard can also match the path's first slash.
        if rest.first == .run || rest.first == .one { forms.append(rest) }
        for form in forms {
            let end = (form.lastIndex { $0 != .run } ?? -1) + 1
            guard end > 0, end < form.count, form[end - 1] == slash else { continue }
            forms.append(end == 1 ? [slash] : Array(form[..<(end - 1)]))
        }
        return forms
    }

    /// Whether a variable in the pattern has a string that is empty, contains a slash or consists only of
    /// `*`. A slash next to such a variable can be merged with another slash.
    private var hasVariableThatMergesSlashes: Bool {
        for (position, token) in tokens.enumerated() {
            guard case .choice(let starts) = token else { continue }
            for start in starts {
                let way = tokens[start..<end(ofChoice: [start], at: position)]
                    .prefix { if case .jump = $0 { false } else { true } }
                if way.contains(.scalar("/")) || way.allSatisfy({ $0 == .run }) { return true }
            }
        }
        return false
    }
}
