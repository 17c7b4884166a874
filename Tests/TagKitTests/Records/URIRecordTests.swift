import TagKit
import TestSupport
import Testing

@Suite("URI records")
struct URIRecordTests {
    @Test(
        "take the code of the longest prefix",
        arguments: [
            ("https://www.a.example", 0x02), ("https://a.example", 0x04), ("http://www.a.example", 0x01),
            ("http://a.example", 0x03), ("https://www", 0x04), ("ftp://ftp.a.example", 0x08),
            ("ftp://anonymous:anonymous@a.example", 0x07), ("ftp://a.example", 0x0D), ("urn:epc:id:1", 0x1E),
            ("urn:epc:1", 0x22), ("urn:nfc:sn", 0x23), ("urn:isbn:1", 0x13), ("sips:a", 0x16),
            ("sip:a", 0x15),
            ("GEO:1,2", 0x00), ("geo:1,2", 0x00), ("h", 0x00), ("", 0x00),
        ])
    func prefixes(uri: String, code: UInt8) throws {
        let record = URIRecord(uri).record()
        #expect(record.payload.first == code)
        #expect(try record.decoded() == .uri(URIRecord(uri)))
    }

    @Test(
        "compare scheme and host without case (low finding of the tag cases: HTTPS:// in capitals)",
        arguments: [
            ("HTTPS://A.Example/Give", 0x04, "https://A.Example/Give"),
            ("HTTPS://WWW.A.Example", 0x02, "https://www.A.Example"),
            ("Http://a.example", 0x03, "http://a.example"),
            ("HTTP://www.a.example", 0x01, "http://www.a.example"), ("TEL:+1", 0x05, "tel:+1"),
            ("MailTo:A@B.example", 0x06, "mailto:A@B.example"),
            ("FTP://FTP.a.example", 0x08, "ftp://ftp.a.example"),
            ("FTP://Anonymous:anonymous@a.example", 0x0D, "ftp://Anonymous:anonymous@a.example"),
            ("URN:EPC:ID:1", 0x22, "urn:epc:ID:1"), ("Urn:Nfc:sn", 0x23, "urn:nfc:sn"),
            ("HTTPS", 0x00, "HTTPS"), ("HTTPS:/", 0x00, "HTTPS:/"),
        ])
    func withoutCase(uri: String, code: UInt8, readBack: String) throws {
        let record = URIRecord(uri).record()
        #expect(record.payload.first == code)
        #expect(try record.decoded() == .uri(URIRecord(readBack)))
    }

    @Test("of every code come back under the same or a longer prefix", arguments: UInt8.min...UInt8.max)
    func codes(code: UInt8) throws {
        let record = NDEFRecord(tnf: .wellKnown, type: hex("55"), payload: [code] + Array("rest".utf8))
        guard case .uri(let content) = try record.decoded() else { return #expect(Bool(false)) }
        #expect(content.uri.hasSuffix("rest"))
        // 36 to 255 are reserved and mean no prefix.
        #expect((content.uri == "rest") == (code == 0 || code > 35))
        #expect(content.record().payload == (code > 35 ? [0] + Array("rest".utf8) : record.payload))
    }

    @Test("keep letters of every size, and combining ones as they are")
    func letters() throws {
        for uri in ["https://é.example", "https://e\u{301}.example", "tel:☎️🎁", "\u{FEFF}a"] {
            guard case .uri(let content) = try URIRecord(uri).record().decoded() else {
                return #expect(Bool(false))
            }
            #expect(Array(content.uri.utf8) == Array(uri.utf8))
        }
    }

    @Test("are refused unless they are UTF-8, wherever they break")
    func malformed() {
        for broken in ["FF", "C3", "C3 28", "E2 82", "F0 9F 98", "ED A0 80", "C0 AF"] {
            let payload = hex("04 61") + hex(broken)
            let error = #expect(throws: NDEFError.self) { try URIRecord(payload: payload) }
            #expect(error?.code == .badPayload)
        }
    }
}
