import TagDumps
import TagKit
import TestSupport
import Testing

struct TagInfoXMLTests {
    private func image(_ text: String) throws -> TagImage { try TagImage(reading: Array(text.utf8)) }

    private static func block(_ address: Int, _ data: String) -> String {
        "<block type=\"Ultralight\"><address>\(address)</address><data access=\". \">\(data)</data></block>"
    }

    private static func scan(_ memory: String, head: String = "") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- made by TagInfo -->
        <scan><version>4.24.5</version>\(head)
        <section><subsection title="Memory content">\(memory)</subsection></section></scan>
        """
    }

    @Test("T-7: version, signature and selection are read beside the memory")
    func whole() throws {
        let head = """
            <uid nxp="true">04:E5:C9:22:32:5E:80</uid>
            <section><subsection title="IC type"><block type="text"><content>NTAG216</content></block></subsection></section>
            <section><subsection title="Version information"><block type="text"><content>Vendor ID: NXP<hexoutput> (0x04)</hexoutput>
            Type: NTAG<hexoutput> (0x04)</hexoutput>
            Subtype: 50 pF<hexoutput> (0x02)</hexoutput>
            Major version: 1<hexoutput> (0x01)</hexoutput>
            Minor version: V0<hexoutput> (0x00)</hexoutput>
            Storage size: 888 bytes<hexoutput> (0x13)</hexoutput>
            Protocol: ISO/IEC 14443-3<hexoutput> (0x03)</hexoutput></content></block></subsection>
            <subsection title="Originality check"><block type="text"><content>Signature verified<hexoutput>ECDSA signature:
            ‣ r: 0x4F3E3ED31C3D7F46A8A5B169CEF6BB05
            ‣ s: 0x7987F213DBD2621C59AF77FB02D0FAF6</hexoutput></content></block></subsection>
            <subsection title="Detailed protocol information"><block type="text"><content>ID: 04:E5:C9:22:32:5E:80
            ATQA: 0x4400
            SAK: 0x00</content></block></subsection></section>
            """
        let memory =
            Self.block(0, "04 E5 C9 A0") + Self.block(1, "22 32 5E 80") + Self.block(42, "00 05 -- --")
        let image = try image(Self.scan(memory, head: head))
        #expect(image.product == "NTAG216")
        #expect(image.version == hex("00 04 04 02 01 00 13 03"))
        #expect(image.signature.count == 32)
        #expect(image.atqa == 0x0044 && image.sak == 0)
        #expect(image.uid == hex("04 E5 C9 22 32 5E 80"))
        #expect(image.partlyUnknown == [42: [2, 3]])
        guard case .pages(let pages) = image.memory else { return #expect(Bool(false), "no pages") }
        #expect(pages.count == 231)
    }

    @Test("entities and sections of raw text are read as XML says")
    func entities() throws {
        let text = Self.scan(
            "<block><address>&#48;</address><data><![CDATA[04 E5]]> &#x43;9 A0</data></block>")
        #expect(try image(text).memory == .pages([hex("04 E5 C9 A0")]))
    }

    @Test("blocks of sixteen bytes are a MIFARE Classic's")
    func classic() throws {
        let row = Array(repeating: "00", count: 16).joined(separator: " ")
        #expect(try image(Self.scan(Self.block(0, row) + Self.block(1, row))).product == "Mifare Classic 1K")
    }

    static let refusals: [(String, DumpError.Code)] = [
        // No entity is expanded, and no external file is read.
        ("<!DOCTYPE scan [<!ENTITY a \"b\">]><scan>&a;</scan>", .unknownFormat),
        ("<scan>&a;</scan>", .malformedLine), ("<scan>&#0;</scan>", .malformedLine),
        ("<scan>&#xD800;</scan>", .malformedLine), ("<scan>&", .malformedLine),
        ("<scan><!DOCTYPE a></scan>", .unsupportedType),
        ("<scan></scam>", .malformedLine), ("<scan>", .malformedLine), ("<scan a></scan>", .unknownFormat),
        ("<scan><b a=b/></scan>", .malformedLine), ("<scan a=\"b", .unknownFormat),
        ("<scan/><scan/>", .malformedLine),
        ("<scan/>text", .malformedLine), ("<scan a='1' a='2'/>", .unknownFormat),
        ("<scan>" + String(repeating: "<a>", count: 100_000), .outOfRange),
        ("<scan/>", .missingField), ("<html></html>", .unknownFormat), ("<", .unknownFormat),
        (scan(block(0, "00 00 00 GG")), .malformedLine), (scan(block(0, "00 00 00")), .wrongLength),
        (scan(block(-1, "00 00 00 00")), .outOfRange), (scan(block(512, "00 00 00 00")), .outOfRange),
        (scan(block(0, "00 00 00 00") + block(0, "00 00 00 00")), .duplicateField),
        (
            scan(
                block(0, "00 00 00 00"),
                head:
                    "<section><subsection title=\"IC type\"><block><content>NTAG 424 DNA</content></block></subsection></section>"
            ), .unsupportedType
        ),
        (scan(block(0, "00 00 00 00"), head: "<uid>E0:04:01:50:12:34:56:78</uid>"), .unsupportedType),
    ]

    @Test(
        "an error says whether a document type, a comment or a CDATA section is the problem",
        arguments: [
            ("<scan><!DOCTYPE a></scan>", "document types are not supported"),
            ("<scan><!-- a</scan>", "a comment is not closed"),
            ("<scan><![CDATA[a</scan>", "a CDATA section is not closed"),
        ])
    func declarations(text: String, summary: String) {
        let error = #expect(throws: DumpError.self) { try TagImage(reading: Array(text.utf8)) }
        #expect(error?.code == .unsupportedType && error?.summary == summary)
    }

    @Test("refuses other documents", arguments: refusals.indices)
    func refuses(index: Int) {
        let (text, code) = Self.refusals[index]
        do throws(DumpError) {
            _ = try TagImage(reading: Array(text.utf8))
            Issue.record("\(text.prefix(100)) was read")
        } catch {
            #expect(error.code == code, "\(text.prefix(100)): \(error)")
        }
    }

    @Test("an error names its line")
    func place() {
        let error = #expect(throws: DumpError.self) { try image("<scan>\n<a>\n\n</b></scan>") }
        #expect(error?.place == .line(4))
    }
}
