/// How the bytes of a table are letters.
enum CSVEncoding {
    /// The file's text without its byte order mark.
    ///
    /// Source: The Unicode Standard §23.8 (byte order mark).
    static func scalars(of bytes: [UInt8]) throws(CSVError) -> [Unicode.Scalar] {
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFF, 0xFE): return try utf16(bytes.dropFirst(2)) { UInt16($1) << 8 | UInt16($0) }
        case (0xFE, 0xFF): return try utf16(bytes.dropFirst(2)) { UInt16($0) << 8 | UInt16($1) }
        default: return try utf8(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...])
        }
    }

    private static func utf8(_ bytes: ArraySlice<UInt8>) throws(CSVError) -> [Unicode.Scalar] {
        // The first line that cannot be read is the one to tell: letters of an older encoding stand there.
        guard let text = String(validating: bytes, as: UTF8.self) else {
            var line = 1
            for part in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
                if String(validating: part, as: UTF8.self) == nil { break }
                line += 1
            }
            throw CSVError(.notText, line: line)
        }
        if let zero = text.unicodeScalars.firstIndex(of: "\0") {
            throw CSVError(
                .notText, line: 1 + text.unicodeScalars[..<zero].count { $0 == "\n" })
        }
        return Array(text.unicodeScalars)
    }

    private static func utf16(
        _ bytes: ArraySlice<UInt8>, _ unit: (UInt8, UInt8) -> UInt16
    ) throws(CSVError) -> [Unicode.Scalar] {
        let bytes = Array(bytes)
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
        guard bytes.count.isMultiple(of: 2), let text = String(validating: units, as: UTF16.self) else {
            throw CSVError(.notText, line: 1)
        }
        return Array(text.unicodeScalars)
    }
}
