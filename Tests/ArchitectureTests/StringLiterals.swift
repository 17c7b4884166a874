/// The string literals of a Swift file. Those inside an interpolation come first.
struct StringLiterals {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    /// The literals, each with the line on which it starts.
    private(set) var found: [Literal] = []

    struct Literal {
        let line: Int
        let parts: [Part]

        /// The text, in which `…` replaces each interpolation.
        var text: String {
            parts.map { part in
                switch part {
                case .text(let text): text
                case .interpolation: "…"
                }
            }.joined()
        }
    }

    /// A part of a literal: its text, or the source of an interpolation.
    enum Part: Hashable {
        case text(String)
        case interpolation(String)
    }

    init(_ source: String) {
        bytes = Array(source.utf8)
        readCode(isInterpolated: false)
    }

    private mutating func readCode(isInterpolated: Bool) {
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "/") where begins("//"): skip(to: "\n")
            case UInt8(ascii: "/") where begins("/*"): skip(to: "*/")
            case UInt8(ascii: "#") where begins("#/"): skip(to: "/#")
            case UInt8(ascii: "\""), UInt8(ascii: "#"):
                let pounds = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
                if position + pounds < bytes.count, bytes[position + pounds] == UInt8(ascii: "\"") {
                    readString(pounds: pounds)
                } else {
                    position += max(pounds, 1)
                }
            case UInt8(ascii: "("):
                depth += 1
                step()
            case UInt8(ascii: ")"):
                step()
                if isInterpolated, depth == 0 { return }
                depth -= 1
            default: step()
            }
        }
    }

    private mutating func readString(pounds: Int) {
        let start = line
        position += pounds
        let quotes = begins("\"\"\"") ? "\"\"\"" : "\""
        position += quotes.utf8.count
        let end = quotes + String(repeating: "#", count: pounds)
        let escape = "\\" + String(repeating: "#", count: pounds)
        let opening = escape + "("
        var parts: [Part] = []
        var text: [UInt8] = []
        while position < bytes.count, !begins(end) {
            if begins(opening) {
                parts.append(.text(String(decoding: text, as: UTF8.self)))
                text = []
                position += opening.utf8.count
                let first = position
                readCode(isInterpolated: true)
                let source = bytes[first..<max(first, position - 1)]
                parts.append(.interpolation(String(decoding: source, as: UTF8.self)))
            } else if begins(escape) {
                position += escape.utf8.count
                step()
            } else {
                text.append(bytes[position])
                step()
            }
        }
        position += end.utf8.count
        parts.append(.text(String(decoding: text, as: UTF8.self)))
        found.append(Literal(line: start, parts: parts))
    }

    private func begins(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    /// Skips a text and everything before it.
    private mutating func skip(to end: String) {
        step()
        step()
        while position < bytes.count, !begins(end) { step() }
        for _ in 0..<end.utf8.count { step() }
    }

    private mutating func step() {
        guard position < bytes.count else { return }
        if bytes[position] == UInt8(ascii: "\n") { line += 1 }
        position += 1
    }
}
