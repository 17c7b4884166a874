import Testing

@testable import ProcessorServer

@Suite struct TextPDFTests {
    @Test("the cross-reference table has the offset of each object", arguments: [0, 1, 50, 51, 120])
    func offsets(lines: Int) throws {
        let bytes = TextPDF(lines: (0..<lines).map { "Line \($0)" }).bytes
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.hasPrefix("%PDF-1.4\n") && text.hasSuffix("%%EOF\n"))
        let end = text.split(separator: "\n").suffix(2).first
        let table = try #require(end.flatMap { Int($0) })
        let rows = text.utf8.dropFirst(table).split(separator: UInt8(ascii: "\n"))
        #expect(rows[0].elementsEqual("xref".utf8))
        let pages = max(1, (lines + 49) / 50)
        #expect(rows[1].elementsEqual("0 \(4 + 2 * pages)".utf8))
        for number in 1...(3 + 2 * pages) {
            let digits = String(decoding: rows[2 + number].prefix(10), as: UTF8.self)
            let offset = try #require(Int(digits))
            #expect(text.utf8.dropFirst(offset).starts(with: "\(number) 0 obj\n".utf8))
        }
        #expect(text.contains("/Count \(pages) "))
    }

    @Test("parentheses are escaped, and characters that the font lacks are replaced")
    func characters() {
        let bytes = TextPDF(lines: ["(a\\b) 5 € × 日"]).bytes
        let expected: [UInt8] =
            Array("(\\(a\\\\b\\) 5 ".utf8) + [0x80, 0x20, 0xD7, 0x20] + Array("?) Tj".utf8)
        #expect(bytes.indices.contains { bytes[$0...].starts(with: expected) })
    }
}
