/// A reader that returns the rows of a CSV file in order.
///
/// Source: RFC 4180 §2.
struct CSVReader {
    private let scalars: [Unicode.Scalar]
    private let separator: Unicode.Scalar
    private var position = 0
    private var line = 1

    /// Creates a reader. A first line such as `sep=;` specifies the separator and is skipped. Without such a
    /// line, the separator is guessed from the first line.
    init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
        let head = scalars.prefix { $0 != "\n" && $0 != "\r" }
        // A first line such as `sep=;` specifies the separator for Excel.
        if head.count == 5, head.prefix(4).elementsEqual("sep=".unicodeScalars), let last = head.last {
            separator = last
            position = head.count
            skipLineBreak()
        } else {
            separator = Self.separator(of: head)
        }
    }

    /// Returns the most frequent separator in the first line: a comma, a semicolon or a tab. Returns a comma
    /// if none of them occurs. Quoted text is not counted.
    private static func separator(of head: ArraySlice<Unicode.Scalar>) -> Unicode.Scalar {
        var counts: [Unicode.Scalar: Int] = [:]
        var isQuoted = false
        for scalar in head {
            if scalar == "\"" { isQuoted.toggle() } else if !isQuoted { counts[scalar, default: 0] += 1 }
        }
        let candidates: [Unicode.Scalar] = [",", ";", "\t"]
        return candidates.reduce(",") { (counts[$1] ?? 0) > (counts[$0] ?? 0) ? $1 : $0 }
    }

    /// Skips blank lines, and returns the next row, or nil at the end.
    ///
    /// No rows are created for blank lines, because a file can have millions of them.
    mutating func nextFilled() throws(CSVError) -> CSVTable.Row? {
        while true {
            var end = position
            while end < scalars.count, isBlank(scalars[end]) { end += 1 }
            guard end < scalars.count, scalars[end] == "\n" || scalars[end] == "\r",
                end - position < CSVTable.mostFields
            else { return try next() }
            position = end
            skipLineBreak()
        }
    }

    private func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == separator }

    /// Returns the next row, or nil at the end.
    mutating func next() throws(CSVError) -> CSVTable.Row? {
        guard position < scalars.count else { return nil }
        var row = CSVTable.Row(line: line, fields: [])
        while true {
            guard row.fields.count < CSVTable.mostFields else {
                throw CSVError(.tooManyFields, line: row.line)
            }
            row.fields.append(try field())
            guard position < scalars.count, scalars[position] == separator else { break }
            position += 1
        }
        skipLineBreak()
        return row
    }

    /// Reads the field at the current position, up to a separator, a line break or the end.
    private mutating func field() throws(CSVError) -> String {
        while position < scalars.count, scalars[position] == " " { position += 1 }
        guard position < scalars.count, scalars[position] == "\"" else { return try plain() }
        let text = try quoted()
        while position < scalars.count, scalars[position] == " " { position += 1 }
        guard position == scalars.count || isEnd(scalars[position]) else {
            throw CSVError(.textAfterQuote, line: line)
        }
        return text
    }

    private mutating func plain() throws(CSVError) -> String {
        let start = position
        while position < scalars.count, !isEnd(scalars[position]) { position += 1 }
        return try text(scalars[start..<position])
    }

    private mutating func quoted() throws(CSVError) -> String {
        let opening = line
        position += 1
        var field: [Unicode.Scalar] = []
        while position < scalars.count {
            let scalar = scalars[position]
            if scalar == "\"" {
                position += 1
                guard position < scalars.count, scalars[position] == "\"" else { return try text(field[...]) }
            } else if scalar == "\n" || (scalar == "\r" && scalars[position...].dropFirst().first != "\n") {
                line += 1
            }
            field.append(scalar)
            position += 1
        }
        throw CSVError(.openQuote, line: opening)
    }

    /// Returns a field's text without surrounding white space. Also removes the apostrophes that prevent a
    /// spreadsheet from running the text as a formula.
    private func text(_ field: ArraySlice<Unicode.Scalar>) throws(CSVError) -> String {
        guard field.count <= CSVTable.longestField else { throw CSVError(.tooLong, line: line) }
        let cell = FormulaGuard.unguarded(field.drop { $0.properties.isWhitespace })
        return String(String.UnicodeScalarView(cell.trimmingWhitespace))
    }

    private func isEnd(_ scalar: Unicode.Scalar) -> Bool {
        scalar == separator || scalar == "\n" || scalar == "\r"
    }

    private mutating func skipLineBreak() {
        guard position < scalars.count else { return }
        if scalars[position] == "\r" {
            position += 1
            if position < scalars.count, scalars[position] == "\n" { position += 1 }
            line += 1
        } else if scalars[position] == "\n" {
            position += 1
            line += 1
        }
    }
}

extension [Unicode.Scalar] {
    /// The scalars without surrounding white space.
    fileprivate var trimmingWhitespace: ArraySlice<Unicode.Scalar> {
        let rest = drop { $0.properties.isWhitespace }
        let end = rest.lastIndex { !$0.properties.isWhitespace }.map { $0 + 1 } ?? rest.startIndex
        return rest[..<end]
    }
}
