import Foundation
import InvocationRouter

/// Text that people see: in any script, and free of everything that cannot be seen.
enum DisplayText {
    /// The longest name of an organization, a fund or a donor, in Unicode scalars.
    static let longestName = 100

    /// The text in Unicode NFC without white space around it, where it may be shown as it stands: at most `longest`
    /// scalars, at least one that is no white space, no control character, no bidi control, nothing invisible.
    static func checked(_ text: String, longest: Int = longestName) -> String? {
        if isPlain(text) { return text.utf8.count <= longest ? text : nil }
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
            .precomposedStringWithCanonicalMapping
        guard !trimmed.isEmpty, trimmed.unicodeScalars.count <= longest,
            trimmed.unicodeScalars.elementsEqual(trimmed.escapedForDisplay().unicodeScalars)
        else { return nil }
        return trimmed
    }

    /// Printable ASCII without white space around it, as most texts are: trimmed, in NFC and visible as it stands.
    static func isPlain(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last else { return false }
        return first != 0x20 && last != 0x20 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// The text between U+2068 and U+2069, so that a name of another direction moves nothing around it.
    static func isolated(_ text: String) -> String { "\u{2068}\(text)\u{2069}" }
}

extension FieldCheck {
    /// A name that people see; empty when it is refused.
    mutating func name(_ text: String, of what: String) -> String {
        if let name = DisplayText.checked(text) { return name }
        refuse(
            .malformed, .name, "this is no name of \(what)",
            reason: "a name has 1 to \(DisplayText.longestName) characters, none of them invisible",
            remedy: "Write the name as people read it.")
        return ""
    }
}
