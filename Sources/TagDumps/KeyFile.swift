/// Files of keys, which lie beside dumps under the same name and must not be taken for one.
enum KeyFile {
    /// Six bytes of key A and then of key B for the 5, 16, 18, 32 and 40 sectors of a MIFARE Classic.
    ///
    /// Source: RfidResearchGroup/proxmark3 client/src/fileutils.c (`hf-mf-UID-key.bin`).
    private static let sizes: Set<Int> = [60, 192, 216, 384, 480]
    /// A key is 6 bytes: 12 hex digits.
    private static let digits = 12

    /// Whether bytes without a head are keys. 192 bytes are also an Ultralight C's, which has check bytes and, once it
    /// is formatted, a capability container.
    static func isKeys(_ bytes: [UInt8]) -> Bool {
        guard sizes.contains(bytes.count) else { return false }
        let check = CheckBytes(pageZeroToTwo: Array(bytes.prefix(12)))
        let isFormatted = bytes[12] == 0xE1 && bytes[13] >> 4 == 1
        return check.bcc0.found != check.bcc0.right && !(check.bcc1.found == check.bcc1.right && isFormatted)
    }

    /// Whether a text has a key on each line, as MIFARE Classic Tool's `.keys` and Proxmark3's `.dic` have.
    static func isKeys(_ lines: [TextLine]) -> Bool {
        !lines.isEmpty
            && lines.allSatisfy { line in
                line.text.utf8.count == digits && line.text.utf8.allSatisfy { HexText.value(of: $0) != nil }
            }
    }

    static func error(_ reason: String) -> DumpError {
        DumpError(
            .unsupportedType, "this is a key file, not a tag", reason: reason,
            remedy: "name the dump that was made with these keys")
    }
}
