/// Conversions between bytes and base32 text: five bits per character, without padding.
///
/// Source: RFC 4648 §6. Authenticator apps expect secrets without padding.
package enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// Returns the bytes as base32 text in upper case, without padding.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        var (text, pending, bits) = ([UInt8](), 0, 0)
        for byte in bytes {
            (pending, bits) = (pending << 8 | Int(byte), bits + 8)
            while bits >= 5 {
                bits -= 5
                text.append(alphabet[pending >> bits & 0x1F])
            }
            pending &= 0x1F
        }
        if bits > 0 { text.append(alphabet[pending << (5 - bits) & 0x1F]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Parses unpadded base32 text in upper case. Each byte string has exactly one valid encoding.
    ///
    /// - Returns: The bytes, or nil if the text contains any other character, has an impossible length, or
    ///   has unused bits that are not zero (RFC 4648 §3.5).
    package static func bytes(of text: some StringProtocol) -> [UInt8]? {
        var (bytes, pending, bits) = ([UInt8](), 0, 0)
        for letter in text.utf8 {
            guard let value = value(of: letter) else { return nil }
            (pending, bits) = (pending << 5 | value, bits + 5)
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(pending >> bits))
            pending &= 1 << bits - 1
        }
        return bits < 5 && pending == 0 ? bytes : nil
    }

    private static func value(of letter: UInt8) -> Int? {
        switch letter {
        case "A"..."Z": Int(letter - UInt8(ascii: "A"))
        case "2"..."7": Int(letter - UInt8(ascii: "2")) + 26
        default: nil
        }
    }
}
