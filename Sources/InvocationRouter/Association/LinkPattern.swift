/// A pattern of an association file: `*` is any run of characters, also none; `?` is exactly one; `$(name)` is one of
/// a variable's strings.
///
/// Matching keeps the set of all places in the pattern that fit so far, so its time is the length of the text times
/// that of the pattern, whatever they say; nothing is tried twice.
///
/// Source: Apple, "applinks.Details.Components"; WWDC 2020, session 10098.
public struct LinkPattern: Hashable, Sendable {
    /// The pattern as it was written.
    public let text: String
    /// The same in steps, variables written out.
    let tokens: [Token]

    /// One step. Each goes on to the next one, unless it says otherwise.
    enum Token: Hashable, Sendable {
        /// Exactly this scalar.
        case scalar(Unicode.Scalar)
        /// One scalar.
        case one
        /// Any run of scalars.
        case run
        /// One of several ways, which begin at these tokens.
        case choice([Int])
        /// The end of a way: it goes on there.
        case jump(Int)
    }

    /// Why a pattern cannot be read.
    struct Flaw: Error {
        let code: SiteFinding.Code
        let detail: String
    }

    /// `*`: matches everything. What a component that is not given means.
    static let everything = LinkPattern(text: "*", tokens: [.run])

    private init(text: String, tokens: [Token]) {
        self.text = text
        self.tokens = tokens
    }

    /// Reads a pattern.
    ///
    /// - Throws: `unknownVariable`, `malformedVariable`, or `tooComplex` where it has more than `tokenLimit` tokens.
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

    /// Writes a choice out: where its ways begin, and each way with a jump behind the last one.
    private static func append(choiceOf values: [String], to tokens: inout [Token], limit: Int) {
        let count = values.reduce(1) { $0 + $1.unicodeScalars.count + 1 }
        let end = tokens.count + count
        // The caller refuses what is too long; it must not be built first.
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
}
