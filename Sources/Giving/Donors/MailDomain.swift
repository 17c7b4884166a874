import Foundation

/// The domain of an e-mail address, as it was typed and in ASCII.
struct MailDomain {
    /// As it was typed, without a point at the end.
    let text: Substring
    /// In lower case, each label that is not ASCII as `xn--` and Punycode (RFC 5890 §2.3.2.1).
    let ascii: String

    /// Two labels or more, of letters, digits and hyphens; the last is no number. Nil for any other text.
    ///
    /// Labels have 1 to 63 octets (RFC 1035 §2.3.4). Other scripts are mapped and checked by UTS #46, nontransitional,
    /// as browsers do; `xn--` labels have to be what their own text is encoded as.
    init?(_ typed: Substring) {
        let text = typed.hasSuffix(".") ? typed.dropLast() : typed
        // A longer one cannot become a domain of 253 octets, and nothing is looked up for it.
        guard text.utf8.count <= 254,
            text.unicodeScalars.allSatisfy({ Self.isLetterOrDigit($0) || $0 == "-" || $0 == "." })
        else { return nil }
        let lowered = text.lowercased()
        let isPlain = lowered.utf8.allSatisfy { $0 < 0x80 } && !lowered.contains("xn--")
        guard let ascii = isPlain ? lowered : Self.encoded(lowered), Self.isDomain(ascii) else { return nil }
        (self.text, self.ascii) = (text, ascii)
    }

    /// Foundation encodes hosts by the UTS #46 of ICU; what cannot be encoded it leaves as it is, or percent-encodes.
    ///
    /// An `xn--` label has to be what its own text is encoded as: nil for any other.
    private static func encoded(_ domain: String) -> String? {
        var components = URLComponents()
        components.host = domain
        guard let encoded = components.encodedHost, let decoded = components.host else { return nil }
        components.host = decoded
        return components.encodedHost == encoded ? encoded : nil
    }

    private static func isDomain(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, text.utf8.count <= 253, labels.last?.allSatisfy(\.isNumber) == false else {
            return false
        }
        return labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.unicodeScalars.allSatisfy { $0.isASCII && (isLetterOrDigit($0) || $0 == "-") }
        }
    }

    /// Letters with their marks, and digits, of any script.
    static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
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
