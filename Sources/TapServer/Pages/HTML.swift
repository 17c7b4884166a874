import TextKit

/// Text of a page: whatever is put into it is escaped, unless it is HTML itself.
///
/// Only literals of this program and other values of this type go out as they stand.
struct HTML: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// What is sent.
    private(set) var text: String

    init(stringLiteral literal: String) { text = literal }
    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
    private init(text: String) { self.text = text }

    /// Nothing.
    static let empty: HTML = ""

    static func + (left: HTML, right: HTML) -> HTML { HTML(text: left.text + right.text) }

    /// Pieces one after another, a line each.
    static func lines(_ pieces: [HTML]) -> HTML {
        HTML(text: pieces.filter { !$0.text.isEmpty }.map(\.text).joined(separator: "\n"))
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity * 2) }

        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ value: String) { text += value.escapedForHTML }
        mutating func appendInterpolation(_ value: Int) { text += String(value) }
        mutating func appendInterpolation(_ value: HTML) { text += value.text }
        mutating func appendInterpolation(_ values: [HTML]) { text += HTML.lines(values).text }
    }
}

extension HTML {
    /// A name, of which nobody knows the direction: it moves nothing around it.
    static func name(_ name: String) -> HTML { "<bdi>\(name)</bdi>" }

    /// A field that the person does not see.
    static func hidden(_ name: String, _ value: String) -> HTML {
        "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"
    }

    /// A line of a table: what it is, and its value.
    static func row(_ label: HTML, _ value: HTML) -> HTML {
        "<tr><th scope=\"row\">\(label)</th><td>\(value)</td></tr>"
    }

    /// What is wrong, where screen readers hear it at once.
    static func complaint(_ text: String?) -> HTML {
        guard let text else { return .empty }
        return "<p class=\"complaint\" role=\"alert\">\(text)</p>"
    }
}
