import DigestKit
import Foundation

/// A style sheet of a document. Each one is a constant, so that it is hashed only once.
package struct StyleSheet: Hashable, Sendable {
    /// The text between the tags of the `style` element. It is not escaped.
    package let text: String
    /// The source expression with which a content security policy allows it: `'sha256-…'`.
    ///
    /// Source: W3C Content Security Policy Level 3, "Hash usage".
    package let source: String

    /// Creates a style sheet, and hashes it.
    package init(_ text: String) {
        self.text = text
        source = "'sha256-\(Data(SHA256.hash(text.utf8)).base64EncodedString())'"
    }

    package static func == (left: StyleSheet, right: StyleSheet) -> Bool { left.source == right.source }

    package func hash(into hasher: inout Hasher) { hasher.combine(source) }
}
