import TagDumps
import TestSupport
import Testing

@Suite struct LatinTextTests {
    /// Returns the text in ISO 8859-1.
    private func latin(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }

    @Test("a TagInfo report in ISO 8859-1 reads like the same report in UTF-8")
    func report() throws {
        let text = String(decoding: try CaseFiles.bytes("taginfo-full-ndef.txt"), as: UTF8.self)
        let ascii = text.unicodeScalars.filter(\.isASCII).map { String($0) }.joined()
        let whole = try TagImage(reading: Array(ascii.utf8))
        #expect(whole.product == "NTAG213")
        let report = ascii + "\nGr\u{F6}\u{DF}e: 180\n"
        #expect(try DumpFormat(of: latin(report)) == .tagInfo)
        #expect(try TagImage(reading: latin(report)) == whole)
        #expect(try TagImage(reading: Array(report.utf8)) == whole)
    }

    @Test("XML is read as ISO 8859-1 only if it declares the encoding")
    func declared() throws {
        let file = try CaseFiles.bytes("taginfo.xml")
        let whole = try TagImage(reading: file)
        let text = String(decoding: file, as: UTF8.self).replacing("</date>", with: " \u{FC}</date>")
        let ascii = text.unicodeScalars.filter { $0.isASCII || $0 == "\u{FC}" }.map { String($0) }.joined()
        let declared = ascii.replacing("encoding=\"UTF-8\"", with: "encoding=\"ISO-8859-1\"")
        #expect(try DumpFormat(of: latin(declared)) == .tagInfoXML)
        #expect(try TagImage(reading: latin(declared)) == whole)
        #expect(throws: DumpError.self) { try TagImage(reading: latin(ascii)) }
    }

    @Test("no-break spaces in a report are spaces")
    func noBreakSpaces() throws {
        let text = String(decoding: try CaseFiles.bytes("taginfo-full-ndef.txt"), as: UTF8.self)
        let whole = try TagImage(reading: Array(text.utf8))
        let changed = text.replacing(" ", with: "\u{A0}")
        #expect(try TagImage(reading: Array(changed.utf8)) == whole)
    }
}
