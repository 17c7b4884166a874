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

    /// `A-Z a-z 0-9 - . _ ~ : / ? # @ ! $ & ' ( ) * + , ; = %`: all that a URL may hold (check 3).
    var isAllowedInURL: Bool {
        switch self {
        case 0x21, 0x23...0x3B, 0x3D, 0x3F...0x5A, 0x5F, 0x61...0x7A, 0x7E: true
        default: false
        }
    }

    /// What may follow the first letter of a scheme: letters, digits, `+`, `-`, `.`.
    var isSchemeOctet: Bool {
        isAlphanumeric || self == UInt8(ascii: "+") || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
    }

    /// The value of a hex digit of either case.
    var hexValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }

    /// The same octet, `A-Z` as `a-z`.
    var lowercasedASCII: UInt8 { 0x41...0x5A ~= self ? self | 0x20 : self }
}
