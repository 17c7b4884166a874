import Foundation

/// An address to which a receipt can be sent.
///
/// The pragmatic part of RFC 5321 and RFC 6531: `local@domain` with a point in the domain, letters of any script; no
/// quoted local part, no address in brackets, no comment, because nobody who gives has one.
public struct EmailAddress: Hashable, Sendable {
    /// As it was typed, without white space around it, in Unicode NFC.
    public let text: String
    /// What addresses are compared by: in lower case. Whether `A@` and `a@` are two mailboxes only their host knows; no
    /// host of today has both.
    public let key: String

    /// An address; nil when no receipt could reach it.
    ///
    /// Sizes in octets of UTF-8, RFC 5321 §4.5.3.1: local part 64, address 254 (a path of 256 with its brackets);
    /// labels of the domain 63 (RFC 1035 §2.3.4).
    public init?(_ typed: String) {
        let isPlain = DisplayText.isPlain(typed)
        let text =
            isPlain
            ? typed
            : typed.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard text.utf8.count <= 254, parts.count == 2, Self.isLocalPart(parts[0]), Self.isDomain(parts[1])
        else { return nil }
        self.text = text
        key = isPlain ? text.lowercased() : text.lowercased().precomposedStringWithCanonicalMapping
    }

    /// Words of `atext` (RFC 5322 §3.2.3) or letters of other scripts, with single points between them.
    private static func isLocalPart(_ text: Substring) -> Bool {
        guard (1...64).contains(text.utf8.count) else { return false }
        return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { word in
            !word.isEmpty
                && word.unicodeScalars.allSatisfy {
                    isLetterOrDigit($0) || "!#$%&'*+-/=?^_`{|}~".unicodeScalars.contains($0)
                }
        }
    }

    /// Two labels or more; the last is no number.
    private static func isDomain(_ text: Substring) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, labels.last?.allSatisfy({ $0.isASCII && $0.isNumber }) == false else {
            return false
        }
        return labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.unicodeScalars.allSatisfy { isLetterOrDigit($0) || $0 == "-" }
        }
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": return true
        default: if scalar.isASCII { return false }
        }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .decimalNumber:
            true
        default: false
        }
    }
}
