/// The text of a statement, translated for PostgreSQL: its parameters are `$1`, `$2` and so on, instead of
/// `?` or `?1`.
///
/// The parameters are numbered as in SQLite (sqlite.org/lang_expr.html, "Parameters"): `?5` is parameter 5,
/// and `?` is the parameter after the highest one so far. Question marks in strings, quoted names and
/// comments are not parameters.
struct SQLText: Hashable, Sendable {
    let sql: String
    let parameterCount: Int

    init(_ text: String) {
        guard text.utf8.contains(UInt8(ascii: "?")) else {
            (sql, parameterCount) = (text, 0)
            return
        }
        var scanner = Scanner(Array(text.utf8))
        scanner.run()
        (sql, parameterCount) = (String(decoding: scanner.output, as: UTF8.self), scanner.highest)
    }
}

/// The largest number of parameters that PostgreSQL's protocol can express.
let mostParameters = 65_535

private struct Scanner {
    private let input: [UInt8]
    private var place = 0
    private(set) var output: [UInt8] = []
    private(set) var highest = 0

    init(_ input: [UInt8]) {
        self.input = input
        output.reserveCapacity(input.count + 16)
    }

    mutating func run() {
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "'"): copyQuoted(byte, hasEscapes: isEscapeString)
            case UInt8(ascii: "\""): copyQuoted(byte, hasEscapes: false)
            case UInt8(ascii: "-") where peek(1) == UInt8(ascii: "-"): copyLine()
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): copyComment()
            case UInt8(ascii: "$"): copyDollar()
            case UInt8(ascii: "?"): translate()
            default: copy()
            }
        }
    }

    private func peek(_ ahead: Int = 0) -> UInt8? {
        place + ahead < input.count ? input[place + ahead] : nil
    }

    private mutating func copy(_ count: Int = 1) {
        let end = min(place + count, input.count)
        output += input[place..<end]
        place = end
    }

    /// Whether the quotation mark at this position begins a string with escapes, such as `E'\n'`.
    private var isEscapeString: Bool {
        guard place > 0, [UInt8(ascii: "E"), UInt8(ascii: "e")].contains(input[place - 1]) else {
            return false
        }
        return place < 2 || !Self.isWord(input[place - 2])
    }

    /// Copies a string or a quoted name. Unless `hasEscapes` is true, a doubled quotation mark is treated as
    /// the end of one string and the start of another, which has the same result.
    private mutating func copyQuoted(_ quote: UInt8, hasEscapes: Bool) {
        copy()
        while let byte = peek() {
            if hasEscapes, byte == UInt8(ascii: "\\") {
                copy(2)
            } else if hasEscapes, byte == quote, peek(1) == quote {
                copy(2)
            } else {
                copy()
                if byte == quote { return }
            }
        }
    }

    private mutating func copyLine() {
        while let byte = peek(), byte != UInt8(ascii: "\n") { copy() }
    }

    /// Copies a block comment, including any comments that are nested in it.
    private mutating func copyComment() {
        var depth = 0
        repeat {
            if peek() == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
                depth += 1
                copy(2)
            } else if peek() == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
                depth -= 1
                copy(2)
            } else {
                copy()
            }
        } while depth > 0 && peek() != nil
    }

    /// Copies a dollar sign. If it begins a dollar-quoted string such as `$$text$$` or `$tag$text$tag$`,
    /// copies the whole string.
    private mutating func copyDollar() {
        if place > 0, Self.isWord(input[place - 1]) { return copy() }
        var end = place + 1
        while end < input.count, Self.isWord(input[end]) { end += 1 }
        let isTag =
            end < input.count && input[end] == UInt8(ascii: "$")
            && !(place + 1 < end && Self.isDigit(input[place + 1]))
        guard isTag else { return copy(end - place) }
        let tag = input[place...end]
        copy(tag.count)
        while peek() != nil {
            if input[place...].starts(with: tag) { return copy(tag.count) }
            copy()
        }
    }

    private mutating func translate() {
        place += 1
        var number: Int?
        while let byte = peek(), Self.isDigit(byte) {
            // A number that is too large stays too large, and is refused with its statement.
            number = min((number ?? 0) * 10 + Int(byte - UInt8(ascii: "0")), mostParameters + 1)
            place += 1
        }
        let parameter = number ?? highest + 1
        highest = max(highest, parameter)
        output += Array("$\(parameter)".utf8)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
