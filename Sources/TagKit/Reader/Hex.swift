/// Bytes as hex digits.
package enum Hex {
    /// Two digits with an `h` behind as data sheets write them: `3Fh`.
    static func byte(_ byte: UInt8) -> String { upper([byte]) + "h" }

    /// Upper-case digits without spaces.
    package static func upper(_ bytes: some Sequence<UInt8>) -> String { text(bytes, "0123456789ABCDEF") }

    /// Lower-case digits without spaces.
    package static func lower(_ bytes: some Sequence<UInt8>) -> String { text(bytes, "0123456789abcdef") }

    private static func text(_ bytes: some Sequence<UInt8>, _ digits: StaticString) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.underestimatedCount)
        digits.withUTF8Buffer { digits in
            for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 0x0F)]] }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
