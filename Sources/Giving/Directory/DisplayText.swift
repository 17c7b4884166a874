import Foundation
import InvocationRouter

/// Text for display, in any script and without invisible characters.
enum DisplayText {
    /// The maximum length of a name of an organization, a fund or a donor, in Unicode scalars.
    static let longestName = 100

    /// Returns the text in Unicode NFC, without surrounding white space. Returns nil if the text is empty or longer
    /// than `longest` scalars, or if it contains control characters, bidirectional controls or other invisible
    /// characters.
    static func checked(_ text: String, longest: Int = longestName) -> String? {
        if isPlain(text) { return text.utf8.count <= longest ? text : nil }
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
            .precomposedStringWithCanonicalMapping
        guard !trimmed.isEmpty, trimmed.unicodeScalars.count <= longest,
            trimmed.unicodeScalars.elementsEqual(trimmed.escapedForDisplay().unicodeScalars)
        else { return nil }
        return trimmed
    }

    /// Returns whether the text is printable ASCII without surrounding white space. Such text is already trimmed, in
    /// NFC and visible.
    static func isPlain(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last else { return false }
        return first != 0x20 && last != 0x20 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// Returns the text enclosed in U+2068 and U+2069, so that right-to-left text does not reorder its surroundings.
    static func isolated(_ text: String) -> String { "\u{2068}\(text)\u{2069}" }
}

extension FieldCheck {
    /// Checks a name for display. Returns an empty string if the name is invalid.
    mutating func name(_ text: String, of what: String) -> String {
        if let name = DisplayText.checked(text) { return name }
        refuse(
            .malformed, .name, "this is not a valid name for \(what)",
            reason: "a name has 1 to \(DisplayText.longestName) visible characters",
            remedy: "Enter the name as people should see it.")
        return ""
    }
}
