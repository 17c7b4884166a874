import TagKit
import TestSupport
import Testing

@Suite("NDEF errors")
struct NDEFErrorTests {
    @Test("say what happened, where, with which numbers, and what to do")
    func sentences() throws {
        let bytes = hex("D1 01 0C 55 01 61 62 63")
        let error = try #require(throws: NDEFError.self) { try NDEFMessage(decoding: bytes) }
        #expect(error.summary == "the NDEF message is truncated")
        #expect(error.reason == "byte 0: record 1 declares 12 payload bytes, but 4 remain")
        #expect(error.remedy.hasPrefix("hold the tag still and read it again"))
    }

    @Test(
        "count in the singular and the plural",
        arguments: [
            ("D1 01 02 55 04", "byte 0: record 1 declares 2 payload bytes, but 1 remains"),
            ("D1 01 01 55", "byte 0: record 1 declares 1 payload byte, but 0 remain"),
            ("D1", "byte 0: the header of record 1 has 3 bytes, but 1 remains"),
            ("90 00 00 50 00", "byte 3: the header of record 2 has 3 bytes, but 2 remain"),
            ("D0 00 00 FE", "byte 3: the record with the message end flag is followed by 1 byte"),
            ("90 00 00", "byte 3: the bytes end here, but no record has the message end flag"),
            (
                "B1 01 01 55 04 51 01 01 55 04",
                "byte 5: record 2 should continue a chunked record with TNF 6, but has TNF 1"
            ),
        ])
    func reasons(bytes: String, reason: String) {
        let error = #expect(throws: NDEFError.self) { try NDEFMessage(decoding: hex(bytes)) }
        #expect(error?.reason == reason)
    }

    @Test("of a message in an area name both places")
    func places() throws {
        let area = try Type2DataArea(parsing: hex("00 03 04 D1 01 09 55 FE"), areaBytes: 8)
        let error = #expect(throws: NDEFError.self) { try area.message() }
        #expect(error?.reason == "byte 0, area byte 3: record 1 declares 9 payload bytes, but 0 remain")
        let file = try NDEFFile(parsing: hex("00 04 D1 01 09 55"))
        #expect(#expect(throws: NDEFError.self) { try file.message() }?.areaOffset == 2)
        let broken = #expect(throws: NDEFError.self) {
            try Type2DataArea(parsing: hex("00 03 09 D0 00 00"), areaBytes: 6)
        }
        #expect(broken?.reason == "area byte 1: the length declares 9 bytes, but 3 remain")
    }

    @Test("of every code have three sentences of one line", arguments: NDEFError.Code.allCases)
    func complete(code: NDEFError.Code) {
        let error = NDEFError(code, offset: 3, record: 1, expected: 2, found: 1, detail: "why")
        for sentence in [error.summary, error.reason, error.remedy] {
            #expect(!sentence.isEmpty && !sentence.contains("\n") && !sentence.hasSuffix("."))
        }
    }
}
