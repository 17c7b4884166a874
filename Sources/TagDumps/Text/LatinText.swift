/// Functions that convert a TagInfo report from ISO 8859-1, in which each byte is one character, to UTF-8.
/// Some mail programs and editors save reports in this encoding.
enum LatinText {
    /// Returns the report in UTF-8. Returns nil if the bytes are already UTF-8, or if they are neither a text
    /// report nor an XML report that declares ISO 8859-1.
    static func utf8(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count <= DumpLimits.fileBytes, isReport(bytes), !bytes.contains(where: { $0 < 0x09 }),
            String(validating: bytes, as: UTF8.self) == nil
        else { return nil }
        return Array(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })).utf8)
    }

    private static func isReport(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: "** TagInfo scan".utf8) { return true }
        guard bytes.starts(with: "<?xml".utf8), let end = bytes.firstIndex(of: UInt8(ascii: ">")) else {
            return false
        }
        return String(decoding: bytes[..<end], as: UTF8.self).lowercased().contains("iso-8859-1")
    }
}
