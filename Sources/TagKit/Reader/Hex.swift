/// Bytes as people read them in messages.
enum Hex {
    /// Two digits, upper-case, with an `h` behind as data sheets write them: `3Fh`.
    static func byte(_ byte: UInt8) -> String { text([byte]) + "h" }

    /// Digits without spaces, upper-case.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
}
