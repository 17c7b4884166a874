import Foundation

/// The encoding of non-ASCII text in the header of an e-mail.
///
/// Source: RFC 2047 §2, §4.1, §5.
enum EncodedWords {
    /// The maximum number of UTF-8 bytes in an encoded word. This limit keeps the lines of an encoded
    /// `Subject` field within 76 characters.
    private static let mostBytes = 39

    /// Returns the lines of a header field. ASCII text is not encoded, unless it looks like an encoded word.
    ///
    /// - Parameter text: The text without line breaks.
    static func lines(ofHeader name: String, _ text: String) -> [String] {
        guard text.utf8.contains(where: { $0 >= 0x80 }) || text.contains("=?") else {
            return ["\(name): \(text)"]
        }
        var parts: [[UInt8]] = [[]]
        // A character is never split between two words.
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if parts[parts.count - 1].count + bytes.count > mostBytes { parts.append([]) }
            parts[parts.count - 1] += bytes
        }
        return parts.enumerated().map { index, part in
            (index == 0 ? "\(name):" : "") + " =?utf-8?B?\(Data(part).base64EncodedString())?="
        }
    }
}
