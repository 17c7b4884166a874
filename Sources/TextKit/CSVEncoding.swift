/// Functions that detect the encoding of a CSV file and decode the file.
enum CSVEncoding {
    /// Returns the file's text, without its byte order mark.
    ///
    /// If the file has no byte order mark, the zero bytes among the first four bytes show the width of the
    /// code units. This works only if the first characters are ASCII.
    ///
    /// Source: The Unicode Standard §23.8 (byte order mark).
    ///
    /// - Throws: ``CSVError`` with code `spreadsheet` or `notText`.
    static func scalars(of bytes: [UInt8]) throws(CSVError) -> [Unicode.Scalar] {
        let head = Array(bytes.prefix(8))
        if isSpreadsheet(head) { throw CSVError(.spreadsheet, line: 1) }
        let text: [Unicode.Scalar] =
            switch form(head) {
            case .utf8(let mark): try utf8(bytes.dropFirst(mark))
            case .utf16(let mark, let isLittle): try utf16(bytes.dropFirst(mark), isLittle)
            case .utf32(let mark, let isLittle): try utf32(bytes.dropFirst(mark), isLittle)
            }
        if let zero = text.firstIndex(of: "\0") {
            throw CSVError(.notText, line: 1 + text[..<zero].count { $0 == "\n" })
        }
        return text
    }

    /// Returns whether the bytes start like a ZIP archive (.xlsx, .ods) or a compound file (.xls).
    ///
    /// Source: PKWARE APPNOTE 6.3.10 §4.3.7 (local file header); [MS-CFB] §2.2 (header signature).
    private static func isSpreadsheet(_ head: [UInt8]) -> Bool {
        head.starts(with: [0x50, 0x4B, 0x03, 0x04])
            || head.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1])
    }

    /// An encoding, with the length of its byte order mark in bytes.
    private enum Form {
        case utf8(mark: Int)
        case utf16(mark: Int, isLittle: Bool)
        case utf32(mark: Int, isLittle: Bool)
    }

    private static func form(_ head: [UInt8]) -> Form {
        // The byte order mark of little-endian UTF-32 starts with that of little-endian UTF-16.
        if head.starts(with: [0xFF, 0xFE, 0, 0]) { return .utf32(mark: 4, isLittle: true) }
        if head.starts(with: [0, 0, 0xFE, 0xFF]) { return .utf32(mark: 4, isLittle: false) }
        if head.starts(with: [0xFF, 0xFE]) { return .utf16(mark: 2, isLittle: true) }
        if head.starts(with: [0xFE, 0xFF]) { return .utf16(mark: 2, isLittle: false) }
        if head.starts(with: [0xEF, 0xBB, 0xBF]) { return .utf8(mark: 3) }
        return switch head.prefix(4).map({ $0 == 0 }) {
        case [false, true, true, true]: .utf32(mark: 0, isLittle: true)
        case [true, true, true, false]: .utf32(mark: 0, isLittle: false)
        case [false, true, false, true]: .utf16(mark: 0, isLittle: true)
        case [true, false, true, false]: .utf16(mark: 0, isLittle: false)
        default: .utf8(mark: 0)
        }
    }

    private static func utf8(_ bytes: ArraySlice<UInt8>) throws(CSVError) -> [Unicode.Scalar] {
        // The error names the first line that is not valid UTF-8. It probably contains characters in an older
        // encoding.
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CSVError(.notText, line: firstUnreadableLine(bytes))
        }
        return Array(text.unicodeScalars)
    }

    /// Returns the number of the first line that is not valid UTF-8. The file is searched in blocks of whole
    /// lines.
    private static func firstUnreadableLine(_ bytes: ArraySlice<UInt8>) -> Int {
        let newline = UInt8(ascii: "\n")
        var (line, rest) = (1, bytes)
        while !rest.isEmpty {
            let end = rest.dropFirst(64 << 10).firstIndex(of: newline).map { $0 + 1 } ?? rest.endIndex
            let block = rest[..<end]
            if String(validating: block, as: UTF8.self) == nil {
                for part in block.split(separator: newline, omittingEmptySubsequences: false) {
                    if String(validating: part, as: UTF8.self) == nil { return line }
                    line += 1
                }
            }
            line += block.count { $0 == newline }
            rest = rest[end...]
        }
        return line
    }

    private static func utf16(
        _ bytes: ArraySlice<UInt8>, _ isLittle: Bool
    ) throws(CSVError) -> [Unicode.Scalar] {
        let units = numbers(bytes, of: 2, isLittle).map { UInt16($0) }
        guard bytes.count.isMultiple(of: 2), let text = String(validating: units, as: UTF16.self) else {
            throw CSVError(.notText, line: 1)
        }
        return Array(text.unicodeScalars)
    }

    private static func utf32(
        _ bytes: ArraySlice<UInt8>, _ isLittle: Bool
    ) throws(CSVError) -> [Unicode.Scalar] {
        let scalars = numbers(bytes, of: 4, isLittle).compactMap { Unicode.Scalar($0) }
        guard bytes.count == scalars.count * 4 else { throw CSVError(.notText, line: 1) }
        return scalars
    }

    /// Returns the bytes as numbers of `width` bytes each. An incomplete number at the end is ignored.
    private static func numbers(_ bytes: ArraySlice<UInt8>, of width: Int, _ isLittle: Bool) -> [UInt32] {
        (0..<bytes.count / width).map { index in
            let start = bytes.startIndex + index * width
            return (0..<width).reduce(0) { number, place in
                number << 8 | UInt32(bytes[start + (isLittle ? width - 1 - place : place)])
            }
        }
    }
}
