import TagKit
import TestSupport
import Testing

@Suite("Text records")
struct TextRecordTests {
    @Test(
        "write status, language and text",
        arguments: [
            ("Hi", "en", TextRecord.Encoding.utf8, "02 65 6E 48 69"),
            ("", "", .utf8, "00"),
            ("é", "fr", .utf8, "02 66 72 C3 A9"),
            ("Hi", "en", .utf16, "82 65 6E 00 48 00 69"),
            ("🎁", "", .utf16, "80 D8 3C DF 81"),
            ("\u{FEFF}x", "", .utf16, "80 FE FF FE FF 00 78"),
        ])
    func payloads(text: String, language: String, encoding: TextRecord.Encoding, payload: String) throws {
        let content = try TextRecord(text, language: language, encoding: encoding)
        #expect(content.record().payload == hex(payload))
        #expect(try content.record().decoded() == .text(content))
    }

    @Test("read UTF-16 in the order of its mark, big endian without one")
    func byteOrder() throws {
        for payload in ["80 00 48", "80 FE FF 00 48", "80 FF FE 48 00"] {
            #expect(try TextRecord(payload: hex(payload)).text == "H")
        }
    }

    @Test("are not made with a language that does not fit")
    func languages() throws {
        #expect(throws: NDEFError.self) { try TextRecord("", language: "dé") }
        #expect(throws: NDEFError.self) { try TextRecord("", language: String(repeating: "x", count: 64)) }
        _ = try TextRecord("", language: String(repeating: "x", count: 63))
    }

    @Test("say how much of their language is missing")
    func shortLanguage() {
        let error = #expect(throws: NDEFError.self) { try TextRecord(payload: hex("05 65 6E")) }
        #expect(
            error?.reason
                == "byte 0: the text record declares a language length of 5, but the remaining length is 2")
    }
}
