import TextKit

/// What an octet is to the checks of a whole URL; most are nothing special.
struct OctetClass: OptionSet {
    let rawValue: UInt8

    /// `#`: a fragment begins.
    static let hash = OctetClass(rawValue: 1)
    /// `%`: something is percent-encoded.
    static let percent = OctetClass(rawValue: 2)
    /// From 0x80 on.
    static let high = OctetClass(rawValue: 4)
    /// Below 0x80, and none of `A-Z a-z 0-9 - . _ ~ : / ? # @ ! $ & ' ( ) * + , ; = %` (check 3).
    static let forbidden = OctetClass(rawValue: 8)

    /// The class of one octet.
    init(of octet: UInt8) {
        // The compiler makes a table of it.
        self =
            switch octet {
            case 0x23: .hash
            case 0x25: .percent
            case 0x21, 0x24, 0x26...0x3B, 0x3D, 0x3F...0x5A, 0x5F, 0x61...0x7A, 0x7E: []
            case 0x80...0xFF: .high
            default: .forbidden
            }
    }

    init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// The classes of octets that the grammar of giving URLs knows.
extension UInt8 {
    /// `A-Z a-z 0-9`.
    var isAlphanumeric: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }

    /// `A-Z a-z`.
    var isLetter: Bool {
        switch self {
        case 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }

    /// What the names of organizations and funds consist of: letters, digits, `.`, `_`, `-`.
    var isNameOctet: Bool {
        switch self {
        case 0x2D, 0x2E, 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
        default: false
        }
    }

    /// What may follow the first letter of a scheme: letters, digits, `+`, `-`, `.`.
    var isSchemeOctet: Bool {
        isAlphanumeric || self == UInt8(ascii: "+") || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
    }

    /// The value of a hex digit of either case.
    var hexValue: UInt8? { Hex.value(of: self) }

    /// The same octet, `A-Z` as `a-z`.
    var lowercasedASCII: UInt8 { 0x41...0x5A ~= self ? self | 0x20 : self }
}
