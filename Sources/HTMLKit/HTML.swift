import TextKit

/// A fragment of HTML. Interpolated strings are escaped. String literals and interpolated fragments are not
/// escaped.
package struct HTML: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The fragment as HTML text.
    package private(set) var text: String
    /// The origin of the fragment's first image from another server, such as `https://example.org`; nil if
    /// the fragment has no image from another server.
    package private(set) var imageOrigin: String?
    /// The style sheet that the fragment adds to its document, for example for an organization's color. Nil
    /// if it adds none.
    package private(set) var addedStyle: StyleSheet?

    package init(stringLiteral literal: String) { text = literal }

    package init(stringInterpolation: StringInterpolation) {
        (text, imageOrigin) = (stringInterpolation.text, stringInterpolation.imageOrigin)
        addedStyle = stringInterpolation.addedStyle
    }

    /// Creates a fragment from text that is already HTML, such as a generated `svg` element. The text is not
    /// escaped.
    package init(markup text: String) { self.text = text }

    package static let empty: HTML = ""

    package static func + (left: HTML, right: HTML) -> HTML { [left, right].joined() }

    /// Joins fragments with line breaks, omitting empty fragments.
    package static func lines(_ pieces: [HTML]) -> HTML {
        pieces.filter { !$0.text.isEmpty }.joined(separator: "\n")
    }

    /// Returns a copy of the fragment that records the origin of its image, such as `https://example.org`,
    /// for the content security policy. If an origin is already recorded, the new origin is ignored.
    package func withImage(from origin: String?) -> HTML {
        var html = self
        html.imageOrigin = imageOrigin ?? origin
        return html
    }

    /// Returns a copy of the fragment that adds a style sheet to its document. If the fragment already adds a
    /// style sheet, the new one is ignored.
    package func withStyle(_ style: StyleSheet?) -> HTML {
        var html = self
        html.addedStyle = addedStyle ?? style
        return html
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var imageOrigin: String?
        fileprivate var addedStyle: StyleSheet?

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity * 2)
        }

        package mutating func appendLiteral(_ literal: String) { text += literal }
        package mutating func appendInterpolation(_ value: String) { text += value.escapedForHTML }
        package mutating func appendInterpolation(_ value: Int) { text += String(value) }
        package mutating func appendInterpolation(_ value: HTML?) {
            guard let value else { return }
            text += value.text
            if imageOrigin == nil { imageOrigin = value.imageOrigin }
            if addedStyle == nil { addedStyle = value.addedStyle }
        }
        /// Appends a fragment only if the condition is true.
        package mutating func appendInterpolation(_ value: HTML, if condition: Bool) {
            if condition { appendInterpolation(value) }
        }
        package mutating func appendInterpolation(_ values: [HTML]) {
            appendInterpolation(HTML.lines(values))
        }
    }
}

extension HTML {
    /// Returns a person's or organization's name as isolated text (`bdi`), because the direction of the name
    /// is unknown. Without isolation, a right-to-left name could change the order of the surrounding text.
    package static func name(_ name: String) -> HTML { "<bdi>\(name)</bdi>" }

    /// Returns a hidden form field.
    package static func hidden(_ name: String, _ value: String) -> HTML {
        "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"
    }
}

extension [HTML] {
    /// Joins all fragments, including empty ones, with a separator.
    package func joined(separator: String = "") -> HTML {
        HTML(markup: map(\.text).joined(separator: separator))
            .withImage(from: first { $0.imageOrigin != nil }?.imageOrigin)
            .withStyle(first { $0.addedStyle != nil }?.addedStyle)
    }
}
