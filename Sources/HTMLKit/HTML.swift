import TextKit

/// A piece of HTML. Interpolated text is escaped; string literals and interpolated pieces are not.
package struct HTML: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The markup.
    package private(set) var text: String
    /// The origin of the first image from another server, such as `https://example.org`, or nil.
    package private(set) var imageOrigin: String?

    package init(stringLiteral literal: String) { text = literal }

    package init(stringInterpolation: StringInterpolation) {
        (text, imageOrigin) = (stringInterpolation.text, stringInterpolation.imageOrigin)
    }

    /// Creates a piece from text that is already HTML, such as a generated `svg` element. It is not escaped.
    package init(markup text: String) { self.text = text }

    /// An empty piece.
    package static let empty: HTML = ""

    package static func + (left: HTML, right: HTML) -> HTML { [left, right].joined() }

    /// Joins pieces with line breaks. Empty pieces are left out.
    package static func lines(_ pieces: [HTML]) -> HTML {
        pieces.filter { !$0.text.isEmpty }.joined(separator: "\n")
    }

    /// Returns the piece with the origin of an image, such as `https://example.org`, unless it already has one.
    package func withImage(from origin: String?) -> HTML {
        var html = self
        html.imageOrigin = imageOrigin ?? origin
        return html
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var imageOrigin: String?

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity * 2)
        }

        package mutating func appendLiteral(_ literal: String) { text += literal }
        package mutating func appendInterpolation(_ value: String) { text += value.escapedForHTML }
        package mutating func appendInterpolation(_ value: Int) { text += String(value) }
        package mutating func appendInterpolation(_ value: HTML) {
            text += value.text
            if imageOrigin == nil { imageOrigin = value.imageOrigin }
        }
        package mutating func appendInterpolation(_ values: [HTML]) {
            appendInterpolation(HTML.lines(values))
        }
    }
}

extension HTML {
    /// Returns a name of unknown text direction, isolated so that it does not reorder the text around it.
    package static func name(_ name: String) -> HTML { "<bdi>\(name)</bdi>" }

    /// Returns a hidden form field.
    package static func hidden(_ name: String, _ value: String) -> HTML {
        "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"
    }
}

extension [HTML] {
    /// Joins all pieces, including empty ones.
    package func joined(separator: String = "") -> HTML {
        HTML(markup: map(\.text).joined(separator: separator))
            .withImage(from: first { $0.imageOrigin != nil }?.imageOrigin)
    }
}
