/// A PDF document that consists of plain lines of text, on A4 pages.
///
/// The text is in Helvetica, a standard font that every PDF reader has. Apart from the characters of Latin-1,
/// only the euro sign, the en dash and the right single quotation mark are supported. Other characters are
/// replaced by question marks.
///
/// Source: ISO 32000-1, 7.5 "File structure", 9.4 "Text objects", Annex D "Character sets and encodings".
struct TextPDF {
    var lines: [String]

    /// The bytes of the PDF file.
    var bytes: [UInt8] {
        let wrapped = lines.flatMap(Self.wrapped)
        let pages = stride(from: 0, to: max(1, wrapped.count), by: Self.linesPerPage).map { start in
            Array(wrapped[start..<min(wrapped.count, start + Self.linesPerPage)])
        }
        let kids = pages.indices.map { "\(4 + 2 * $0) 0 R" }.joined(separator: " ")
        var objects = [
            Array("<< /Type /Catalog /Pages 2 0 R >>".utf8),
            Array("<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>".utf8),
            Array("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".utf8),
        ]
        for (place, page) in pages.enumerated() {
            let text = Self.content(of: page)
            objects += [
                Array(
                    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents \(5 + 2 * place) 0 R /Resources << /Font << /F1 3 0 R >> >> >>"
                        .utf8),
                Array("<< /Length \(text.count) >>\nstream\n".utf8) + text + Array("\nendstream".utf8),
            ]
        }
        return Self.file(objects)
    }

    private static let linesPerPage = 50
    private static let longestLine = 90

    private static func wrapped(_ line: String) -> [String] {
        guard line.count > longestLine else { return [line] }
        var (rest, parts) = (line[...], [String]())
        while !rest.isEmpty {
            parts.append(String(rest.prefix(longestLine)))
            rest = rest.dropFirst(longestLine)
        }
        return parts
    }

    private static func content(of lines: [String]) -> [UInt8] {
        var bytes = Array("BT /F1 11 Tf 14 TL 56 786 Td\n".utf8)
        for line in lines { bytes += Array("(".utf8) + encoded(line) + Array(") Tj T*\n".utf8) }
        return bytes + Array("ET".utf8)
    }

    /// Returns a text in Windows-1252 encoding, for use in a PDF string. Parentheses and backslashes are
    /// escaped, and unsupported characters become question marks.
    private static func encoded(_ text: String) -> [UInt8] {
        text.unicodeScalars.flatMap { scalar -> [UInt8] in
            switch scalar.value {
            case 0x28, 0x29, 0x5C: [0x5C, UInt8(scalar.value)]
            case 0x20...0x7E, 0xA0...0xFF: [UInt8(scalar.value)]
            case 0x20AC: [0x80]
            case 0x2013: [0x96]
            case 0x2019: [0x92]
            default: [UInt8(ascii: "?")]
            }
        }
    }

    /// Returns a PDF file with these objects, numbered from 1, and a cross-reference table.
    private static func file(_ objects: [[UInt8]]) -> [UInt8] {
        var file = Array("%PDF-1.4\n".utf8)
        var offsets: [Int] = []
        for (place, object) in objects.enumerated() {
            offsets.append(file.count)
            file += Array("\(place + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
        }
        let table = file.count
        file += Array("xref\n0 \(objects.count + 1)\n0000000000 65535 f \n".utf8)
        for offset in offsets {
            let digits = String(offset)
            let padding = String(repeating: "0", count: max(0, 10 - digits.count))
            file += Array("\(padding)\(digits) 00000 n \n".utf8)
        }
        file += Array(
            "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(table)\n%%EOF\n".utf8)
        return file
    }
}
