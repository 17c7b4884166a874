import DisplayKit
import Foundation

/// An e-mail address to which a receipt can be sent.
///
/// This type supports the commonly used part of RFC 5321 and RFC 6531: `local@domain`, with a dot in the
/// domain and letters of any script. Quoted local parts, bracketed addresses and comments are rejected,
/// because donors do not use them.
public struct EmailAddress: Hashable, Sendable {
    /// The typed address in Unicode Normalization Form C, with full-width characters converted to ASCII, and
    /// without surrounding white space or a final dot.
    public let text: String
    /// The key for comparing addresses, in lower case and with the domain in ASCII. A mail server could treat
    /// `A@` and `a@` as different mailboxes, but this is rare in practice.
    public let key: String
    /// The key without a subaddress: for `Ann+church@example.org`, the mailbox is `ann@example.org`. Large
    /// mail providers deliver all subaddresses of an address to one mailbox (RFC 5233).
    public var mailbox: String {
        guard let plus = key.firstIndex(of: "+"), plus > key.startIndex, let at = key.lastIndex(of: "@"),
            plus < at
        else { return key }
        return String(key[..<plus] + key[at...])
    }
    /// The address for mail servers without SMTPUTF8 (RFC 6531), with the domain in ASCII. Nil if the local
    /// part is not ASCII, because only the receiving mail server could convert that part.
    public let ascii: String?

    /// Parses an address. Returns nil if the text is not a supported address.
    ///
    /// The local part has at most 64 bytes in UTF-8, and the whole address at most 254, because an SMTP path
    /// has at most 256 bytes including its angle brackets (RFC 5321 §4.5.3.1). The limits apply to the typed
    /// address and to the address with its domain in ASCII.
    public init?(_ typed: String) {
        let isPlain = DisplayText.isPlain(typed)
        let text =
            isPlain
            ? typed
            : Self.narrow(typed).trimmingCharacters(in: .whitespacesAndNewlines)
                .precomposedStringWithCanonicalMapping
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard isPlain || DisplayText.flaw(in: text, atMost: 254) == nil, parts.count == 2,
            Self.isLocalPart(parts[0]), let domain = MailDomain(parts[1])
        else {
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

    /// Returns the reason why an address is invalid, without repeating any part of the address except a
    /// character that cannot be displayed.
    public static func flaw(of typed: String) -> String {
        let text = narrow(typed).trimmingCharacters(in: .whitespacesAndNewlines)
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard text.utf8.count <= 254 else { return "the address has more than 254 bytes" }
        if let hidden = DisplayText.flaw(in: text, atMost: 254), hidden.rule != .empty {
            return "the address \(hidden.summary)"
        }
        guard parts.count > 1 else { return "the address has no @" }
        guard !text.contains("\"") else { return "quotation marks are not supported" }
        guard parts.count == 2 else { return "the address has more than one @" }
        guard !parts[0].isEmpty else { return "the part before the @ is missing" }
        guard parts[0].utf8.count <= 64 else { return "the part before the @ has more than 64 bytes" }
        guard isLocalPart(parts[0]) else {
            return "the part before the @ contains a space, an unsupported symbol or a misplaced dot"
        }
        return MailDomain(parts[1]) == nil
            ? "the part after the @ is not a valid host name" : "the address has more than 254 bytes"
    }

    /// Returns whether a local part consists of words separated by single dots. The words may contain `atext`
    /// characters (RFC 5322 §3.2.3) and letters of other scripts.
    private static func isLocalPart(_ text: Substring) -> Bool {
        guard (1...64).contains(text.utf8.count) else { return false }
        return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { word in
            !word.isEmpty
                && word.unicodeScalars.allSatisfy {
                    MailDomain.isLetterOrDigit($0) || "!#$%&'*+-/=?^_`{|}~".unicodeScalars.contains($0)
                }
        }
    }

    /// Converts characters that East Asian input methods can produce, such as `＠`, `．`, `。` and `Ａ`, to
    /// ASCII.
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
