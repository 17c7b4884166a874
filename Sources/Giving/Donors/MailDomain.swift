import Foundation

/// The domain of an e-mail address, as typed and in ASCII.
struct MailDomain {
    /// The typed domain, without a final dot.
    let text: Substring
    /// The domain in lower case, with each non-ASCII label in `xn--` Punycode form (RFC 5890 §2.3.2.1).
    let ascii: String

    /// Parses a domain of at least two labels, which consist of letters, digits and hyphens. The last label
    /// must not be a number. Returns nil for any other text.
    ///
    /// Labels have 1 to 63 bytes (RFC 1035 §2.3.4). Labels that are not ASCII are mapped and validated with
    /// nontransitional UTS #46 processing, as in browsers. An `xn--` label must be equal to the encoding of
    /// its decoded text.
    init?(_ typed: Substring) {
        // Bytes are compared, because a dot and an invisible scalar can form one character.
        let text = typed.utf8.last == UInt8(ascii: ".") ? Substring(typed.utf8.dropLast()) : typed
        if let plain = Self.plain(text) {
            (self.text, ascii) = (text, plain)
            return
        }
        // A longer string cannot be a domain of at most 253 bytes, so it is not converted.
        guard text.utf8.count <= 254,
            text.unicodeScalars.allSatisfy({ Self.isLetterOrDigit($0) || $0 == "-" || $0 == "." })
        else { return nil }
        let lowered = text.lowercased()
        let isPlain = lowered.utf8.allSatisfy { $0 < 0x80 } && !lowered.contains("xn--")
        guard let ascii = isPlain ? lowered : Self.encoded(lowered), Self.isDomain(ascii) else { return nil }
        (self.text, self.ascii) = (text, ascii)
    }

    /// Returns the domain in lower case if it is valid, consists only of ASCII characters, and has no
    /// consecutive hyphens. Returns nil if the domain is invalid or needs the general check.
    private static func plain(_ text: Substring) -> String? {
        var (bytes, label, labels, isNumber) = ([UInt8](), 0, 1, true)
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): (label, isNumber) = (label + 1, false)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): (label, isNumber) = (label + 1, false)
            case UInt8(ascii: "0")...UInt8(ascii: "9"): label += 1
            case UInt8(ascii: "."):
                guard label > 0, bytes.last != UInt8(ascii: "-") else { return nil }
                (label, labels, isNumber) = (0, labels + 1, true)
            case UInt8(ascii: "-"):
                // Two hyphens in a row may indicate an `xn--` label, which the general case checks.
                guard label > 0, bytes.last != UInt8(ascii: "-") else { return nil }
                (label, isNumber) = (label + 1, false)
            default: return nil
            }
            guard label <= 63 else { return nil }
            bytes.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
        }
        guard labels >= 2, label > 0, !isNumber, bytes.last != UInt8(ascii: "-"), bytes.count <= 253 else {
            return nil
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Encodes a domain in ASCII, using ICU's UTS #46 implementation in Foundation. A string that cannot be
    /// encoded is returned unchanged or percent-encoded.
    ///
    /// Returns nil if an `xn--` label differs from the encoding of its decoded text.
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

    /// Returns whether a scalar is a letter, a combining mark or a digit, in any script.
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
