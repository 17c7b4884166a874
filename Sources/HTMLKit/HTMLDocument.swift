import DigestKit
import Foundation

/// A complete HTML page. The page is rendered only when ``text`` is read.
public struct HTMLDocument: Hashable, Sendable {
    /// The language of the text, as a value of HTML's `lang` attribute.
    package var language = "en"
    /// Whether the text is read from right to left.
    package var isRightToLeft = false
    /// The document's title as plain text. The title is escaped when the document is rendered.
    package var title: String
    /// Additional elements of the document's head. Empty elements are omitted.
    package var head: [HTML] = []
    /// The path of a script on the same server, or nil if there is no script.
    package var script: String?
    /// The style sheet of the document. The body can add another style sheet (``HTML/addedStyle``).
    package var style: StyleSheet
    package var body: HTML
    /// Whether a browser may show its stored copy of the document without another request when the user goes
    /// back.
    package var isRestorable = false

    /// Creates a document without a script.
    package init(
        language: String = "en", title: String, head: [HTML] = [], style: StyleSheet, body: HTML
    ) {
        self.language = language
        self.title = title
        self.head = head
        self.style = style
        self.body = body
    }

    /// The document as HTML text. The rendering must not change: the text of an issued receipt or statement
    /// must stay the same, byte for byte.
    public var text: String {
        let direction: HTML = isRightToLeft ? "dir=\"rtl\" " : ""
        let begin: HTML = """
            <!DOCTYPE html>
            <html \(direction)lang="\(language)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title)</title>

            """
        let loaded: HTML? = script.map { "<script src=\"\($0)\" defer></script>" }
        var text = begin.text
        text.reserveCapacity(text.utf8.count + style.text.utf8.count + body.text.utf8.count + 512)
        for element in [loaded ?? .empty] + head where !element.text.isEmpty {
            text += element.text
            text += "\n"
        }
        text += "<style>"
        text += style.text
        text += "</style>\n"
        if let added = body.addedStyle { text += "<style>\(added.text)</style>\n" }
        text += "</head>\n<body>\n"
        text += body.text
        text += "\n</body>\n</html>\n"
        return text
    }
}

/// A style sheet with its hash. Store a large style sheet in a constant, so that its hash is computed only
/// once.
package struct StyleSheet: Hashable, Sendable {
    /// The content of the `style` element, which is not escaped.
    package let text: String
    /// The source expression for the style sheet in a content security policy, such as `'sha256-…'`.
    ///
    /// Source: W3C Content Security Policy Level 3, "Hash usage".
    package let source: String

    /// Creates a style sheet and computes its hash.
    package init(_ text: String) {
        self.text = text
        source = "'sha256-\(Data(SHA256.hash(text.utf8)).base64EncodedString())'"
    }

    package static func == (left: StyleSheet, right: StyleSheet) -> Bool { left.source == right.source }

    package func hash(into hasher: inout Hasher) { hasher.combine(source) }
}
