import Foundation

/// The text that appears on the donor's card statement: 5 to 22 Latin characters, including at least one
/// letter and excluding `< > \ ' " *`.
///
/// Source: docs.stripe.com/get-started/account/statement-descriptors, "Requirements".
enum StatementDescriptor {
    static let lengths = 5...22

    /// Returns whether the processor accepts the text.
    static func isValid(_ text: String) -> Bool {
        let bytes = text.utf8
        return lengths.contains(bytes.count) && bytes.allSatisfy(isAllowed)
            && bytes.contains(where: isLetter)
            && bytes.first != UInt8(ascii: " ") && bytes.last != UInt8(ascii: " ")
    }

    /// Returns a descriptor made from the name, or from the id if the name contains Han characters or the
    /// result is not valid. The name is transliterated to Latin letters and, if possible, truncated between
    /// words.
    ///
    /// Han characters are not transliterated because their reading depends on the language, which is unknown.
    /// A Japanese name would get a Chinese reading.
    static func made(from name: String, id: String) -> String {
        var latin = name.applyingTransform(StringTransform("Any-Latin; Latin-ASCII"), reverse: false) ?? name
        if name.unicodeScalars.contains(where: \.properties.isUnifiedIdeograph) { latin = "" }
        for candidate in [latin, id, "GIFT \(id)"] {
            let text = shortened(candidate)
            if isValid(text) { return text }
        }
        return "GIFT"  // Not reached with an id, which has a letter or digit.
    }

    private static func shortened(_ text: String) -> String {
        let allowed = String(decoding: text.utf8.filter(isAllowed), as: UTF8.self)
        let words = allowed.split(separator: " ")
        var short = ""
        for word in words {
            guard short.utf8.count + word.utf8.count < lengths.upperBound || short.isEmpty else { break }
            short += short.isEmpty ? word : " \(word)"
        }
        return String(short.prefix(lengths.upperBound))
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) && !Array("<>\\'\"*".utf8).contains(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xDF)
    }
}

extension FieldCheck {
    mutating func statementDescriptor(_ text: String) -> String? {
        if StatementDescriptor.isValid(text) { return text }
        refuse(
            .malformed, .statementDescriptor,
            "\(text.quoted) cannot be shown on a card statement",
            reason: "banks accept 5 to 22 Latin characters, including at least one letter "
                + "but none of < > \\ ' \" *",
            remedy: "Use a name that donors recognize, like WOODLANDS CHURCH.")
        return nil
    }
}
