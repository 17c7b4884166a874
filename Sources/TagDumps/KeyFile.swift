import TextKit

/// Detects key files, which tools save next to a dump. They must not be read as a dump.
enum KeyFile {
    /// Key file sizes in bytes: all A keys, then all B keys, for 5, 16, 18, 32 and 40 sectors of a MIFARE
    /// Classic.
    ///
    /// Source: RfidResearchGroup/proxmark3 client/src/fileutils.c (`hf-mf-UID-key.bin`).
    private static let sizes: Set<Int> = [60, 192, 216, 384, 480]
    /// The number of hex digits in a key of 6 bytes.
    private static let digits = 12

    /// Returns true if the bytes are keys and not a tag's memory.
    ///
    /// An Ultralight C also has 192 bytes, but key files lack its check bytes and capability container.
    static func isKeys(_ bytes: [UInt8]) -> Bool {
        guard sizes.contains(bytes.count) else { return false }
        let check = CheckBytes(pageZeroToTwo: Array(bytes.prefix(12)))
        let isFormatted = bytes[12] == 0xE1 && bytes[13] >> 4 == 1
        return check.bcc0.found != check.bcc0.right && !(check.bcc1.found == check.bcc1.right && isFormatted)
    }

    /// Returns true if every line is one key, as in MIFARE Classic Tool's `.keys` and Proxmark3's `.dic` files.
    static func isKeys(_ lines: [TextLine]) -> Bool {
        !lines.isEmpty
            && lines.allSatisfy { line in
                line.text.utf8.count == digits && line.text.utf8.allSatisfy { Hex.value(of: $0) != nil }
            }
    }

    static func error(of bytes: [UInt8]) -> DumpError {
        error("\(bytes.count) bytes, \(bytes.count / 6) keys of 6 bytes")
    }

    static func error(_ reason: String) -> DumpError {
        DumpError(
            .unsupportedType, "this is a key file, not a tag", reason: reason,
            remedy: "name the dump that was made with these keys")
    }
}
