/// A pattern in an association file. `*` matches any number of characters, including none, `?` matches
/// exactly one character, and `$(name)` matches one of the strings of a variable.
///
/// Matching keeps the set of all positions in the pattern that are consistent with the text read so far, and
/// does not backtrack. The time is therefore proportional to the length of the text times the length of the
/// pattern.
///
/// Source: Apple, "applinks.Details.Components"; WWDC 2020, session 10098.
public struct LinkPattern: Hashable, Sendable {
    /// The pattern as it is written in the file.
    public let text: String
    /// The pattern as tokens, in which variables are replaced by their strings.
    let tokens: [Token]

    /// A token of a pattern. After a token has matched, matching continues with the next one, except after
    /// `jump`.
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

    /// The pattern `*`, which every text matches. Used if a component has no pattern for a part.
    static let everything = LinkPattern(text: "*", tokens: [.run])

    private init(text: String, tokens: [Token]) {
        self.text = text
        self.tokens = tokens
    }

    /// Parses a pattern.
    ///
    /// - Throws: `unknownVariable`, `malformedVariable`, or `tooComplex` if the pattern has more than
    ///   `tokenLimit` tokens.
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

    /// Appends a choice between the strings of a variable: a `choice` token, and for each string its tokens
    /// and a jump to the token after the last branch.
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
    ///   - text: A part of a URL: its path, query or fragment.
    ///   - ignoringCase: Whether to ignore case. A scalar whose lowercase mapping has several scalars is
    ///     compared unchanged.
    public func matches(_ text: some StringProtocol, ignoringCase: Bool = false) -> Bool {
        var walk = PatternWalk(self, ignoringCase: ignoringCase)
        for scalar in text.unicodeScalars {
            walk.take(.scalar(scalar))
            if walk.isStuck { return false }
        }
        return walk.isAtEnd
    }

    /// Returns true if a path matches the pattern, with slashes compared as on Apple's devices.
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

    /// Returns true if every text that matches `other` certainly matches this pattern too. The result is also
    /// false if this cannot be determined.
    func covers(_ other: LinkPattern, ignoringCase: Bool = false) -> Bool {
        var walk = PatternWalk(self, ignoringCase: ignoringCase)
        for symbol in other.symbols {
            walk.take(symbol)
            if walk.isStuck { return false }
        }
        return walk.isAtEnd
    }

    /// Returns true if every path that matches `other` certainly matches this pattern too. The result is also
    /// false if this cannot be determined.
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

    /// Returns the maximum number of steps that ``covers(path:ignoringCase:)`` takes for this pattern and
    /// `other`.
    func coveringCost(_ other: LinkPattern) -> Int { (tokens.count + 1) * (other.tokens.count + 1) }

    /// The tokens of a simpler pattern, without choices, that every text matching this pattern also matches.
    /// Each variable is replaced by a `run`.
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

    /// Returns the index of the token after a choice at `position`.
    private func end(ofChoice starts: [Int], at position: Int) -> Int {
        let last = starts.last ?? position + 1
        return tokens[last...].lazy.compactMap { if case .jump(let end) = $0 { end } else { nil } }.first
            ?? position + 1
    }

    /// Sequences of tokens that together match every normalized path that matches this pattern. A normalized
    /// path has no repeated slashes, and no trailing slash unless it is `/`.
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
    /// `*`. A slash next to such a variable can be merged with another one.
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

/// The matching of a pattern: the set of all positions in the pattern that are consistent with the text read
/// so far.
///
/// A state is a position and whether the last matched token is a slash. No step visits a state twice, so the
/// time is proportional to the length of the text times the length of the pattern.
private struct PatternWalk {
    private let tokens: [LinkPattern.Token]
    private let ignoringCase: Bool
    /// Whether repeated slashes in the pattern count as one.
    private let mergesSlashes: Bool
    private var states: [State] = []
    /// For each state, the number of the step in which it was last added.
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

    /// Reads one symbol of the text: a scalar or, to compare two patterns, a `scalar`, `one` or `run` token
    /// of the other pattern.
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

    /// Reads the slash at the beginning of a path. Afterwards, both patterns with a leading slash and
    /// patterns without one can match.
    mutating func takeLeadingSlash() {
        take(.scalar("/"))
        add(State(position: 0, isAfterSlash: true))
    }

    /// Returns true if the rest of the pattern is only a slash that is written in the pattern itself, not in
    /// a variable's string.
    mutating func isAtEndAfterSlash() -> Bool {
        advance { $0 == .scalar("/") ? 1 : nil }
        return isAtEnd
    }

    /// Replaces all states by their successors.
    ///
    /// - Parameter next: Returns the number of tokens to advance if the token matches (0 or 1); nil if it
    ///   does not match.
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

    /// Adds a state, and all states that can be reached from it without reading another symbol.
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

/// The substitution variables of an association file. In a pattern, a variable matches any one of its
/// strings.
///
/// Source: Apple, "applinks.SubstitutionVariables". Names are case-sensitive. Strings may contain `*` and
/// `?`, but no other variable.
public struct LinkVariables: Hashable, Sendable {
    /// The strings of each variable, by its name without `$(` and `)`.
    private var values: [String: [String]] = Self.predefined

    /// Only the variables that Apple predefines.
    public static let standard = LinkVariables()

    /// Returns the strings of a variable; nil if it is not defined.
    func values(of name: String) -> [String]? { values[name] }

    /// Defines a variable. The definition replaces a predefined variable with the same name.
    mutating func define(_ name: String, as strings: [String]) { values[name] = strings }

    /// The variables that Apple predefines: letters, digits, and the codes of languages and regions.
    ///
    /// Languages are the two-letter codes of ISO 639-1, and regions those of ISO 3166-1. A device also
    /// accepts longer codes, such as those of ISO 639-2.
    private static let predefined: [String: [String]] = {
        let upper = letters("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        let lower = letters("abcdefghijklmnopqrstuvwxyz")
        let digits = letters("0123456789")
        return [
            "alpha": upper + lower, "upper": upper, "lower": lower, "alnum": upper + lower + digits,
            "digit": digits, "xdigit": digits + letters("ABCDEFabcdef"),
            "lang": codes(languages), "region": codes(regions),
        ]
    }()

    private static func letters(_ text: String) -> [String] { text.map(String.init) }

    private static func codes(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    private static let languages =
        """
        aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el \
        en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu \
        ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na \
        nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so \
        sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
        """

    private static let regions =
        """
        AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ \
        CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO \
        FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE \
        JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO \
        MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW \
        PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM \
        TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
        """
}
