import Foundation

/// An e-mail address to which a receipt can be sent.
///
/// It follows the commonly used part of RFC 5321 and RFC 6531: `local@domain` with a dot in the domain and letters of
/// any script. Quoted local parts, addresses in brackets and comments are refused, because donors do not have them.
public struct EmailAddress: Hashable, Sendable {
    /// The typed address without surrounding white space or a final dot, in Unicode NFC, with half-width ASCII.
    public let text: String
    /// The key for comparing addresses, in lower case and with the domain in ASCII. Hosts could treat `A@` and `a@` as
    /// different mailboxes, but no current host does.
    public let key: String
    /// The address for mail servers without SMTPUTF8 (RFC 6531), with the domain in ASCII. Nil if the local part is not
    /// ASCII, because only its host could convert it.
    public let ascii: String?

    /// Parses an address. Returns nil if no receipt could be delivered to it.
    ///
    /// Limits in UTF-8 octets (RFC 5321 §4.5.3.1): 64 for the local part and 254 for the address (a path of 256 with
    /// its brackets), both as typed and with the domain in ASCII.
    public init?(_ typed: String) {
        let isPlain = DisplayText.isPlain(typed)
        let text =
            isPlain
            ? typed
            : Self.narrow(typed).trimmingCharacters(in: .whitespacesAndNewlines)
                .precomposedStringWithCanonicalMapping
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, Self.isLocalPart(parts[0]), let domain = MailDomain(parts[1]) else {
            return nil
        }
        let local = parts[0]
        (self.text, ascii) = (
            "\(local)@\(domain.text)", local.utf8.allSatisfy { $0 < 0x80 } ? "\(local)@\(domain.ascii)" : nil
        )
        let lowered = isPlain ? local.lowercased() : local.lowercased().precomposedStringWithCanonicalMapping
        key = "\(lowered)@\(domain.ascii)"
        guard self.text.utf8.count <= 254, key.utf8.count <= 254 else { return nil }
    }

    /// Describes why an invalid address is refused, without repeating any part of it.
    public static func flaw(of typed: String) -> String {
        let text = narrow(typed).trimmingCharacters(in: .whitespacesAndNewlines)
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard text.utf8.count <= 254 else { return "it has more than 254 bytes" }
        guard parts.count > 1 else { return "it has no @" }
        guard !text.contains("\"") else { return "quotation marks are not supported" }
        guard parts.count == 2 else { return "it has more than one @" }
        guard !parts[0].isEmpty else { return "there is nothing before the @" }
        guard parts[0].utf8.count <= 64 else { return "the part before the @ has more than 64 bytes" }
        guard isLocalPart(parts[0]) else {
            return "the part before the @ has a space, a symbol or a dot in the wrong place"
        }
        return MailDomain(parts[1]) == nil
            ? "the part after the @ is not the name of a host" : "it has more than 254 bytes"
    }

    /// Returns whether a local part consists of words of `atext` (RFC 5322 §3.2.3) or letters of other scripts, with
    /// single dots between them.
    private static func isLocalPart(_ text: Substring) -> Bool {
        guard (1...64).contains(text.utf8.count) else { return false }
        return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { word in
            !word.isEmpty
                && word.unicodeScalars.allSatisfy {
                    MailDomain.isLetterOrDigit($0) || "!#$%&'*+-/=?^_`{|}~".unicodeScalars.contains($0)
                }
        }
    }

    /// Converts full-width ASCII characters, which East Asian input methods may produce, to half-width: `＠`, `．`, `。`,
    /// `Ａ`.
    private static func narrow(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    switch scalar.value {
                    case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
                    case 0x3002, 0xFF61: "."
                    default: scalar
                    }
                }))
    }
}
