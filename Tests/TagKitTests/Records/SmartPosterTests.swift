import TagKit
import TestSupport
import Testing

@Suite("Smart Posters")
struct SmartPosterTests {
    @Test("come back with all their parts")
    func roundTrip() throws {
        let poster = try SmartPoster(
            URIRecord("https://a.example"),
            titles: [
                try TextRecord("Give", language: "en"),
                try TextRecord("Gib", language: "de", encoding: .utf16),
            ],
            action: .save, sizeBytes: 70_000, mediaType: "text/html",
            icons: [
                try MediaRecord("image/png", content: [1, 2]), try MediaRecord("video/mp4", content: []),
            ],
            others: [NDEFRecord(tnf: .external, type: Array("a.b:c".utf8), id: [9], payload: [7])])
        let record = poster.record(id: [1])
        #expect(record.id == [1])
        #expect(try record.decoded() == .smartPoster(poster))
    }

    @Test("with a URI alone are 9 bytes and the URI")
    func least() throws {
        let poster = try SmartPoster(URIRecord("https://a.example"))
        #expect(poster.record().payload == hex("D1 01 0A 55 04 61 2E 65 78 61 6D 70 6C 65"))
    }

    @Test("within Smart Posters are taken to the limit of nesting")
    func nesting() throws {
        var record = try SmartPoster(URIRecord("tel:1")).record()
        for _ in 0..<3 { record = try SmartPoster(URIRecord("tel:1"), others: [record]).record() }
        _ = try record.decoded(limits: NDEFLimits(nesting: 4))
        let error = #expect(throws: NDEFError.self) { try record.decoded(limits: NDEFLimits(nesting: 3)) }
        #expect(error?.code == .limitExceeded)
    }

    @Test("are not made with others that would be read as another part")
    func misplaced() throws {
        let uri = URIRecord("tel:1")
        let parts = [
            uri.record(), try TextRecord("", language: "").record(),
            NDEFRecord(tnf: .wellKnown, type: Array("act".utf8), payload: [0]),
            try MediaRecord("image/png", content: []).record(), NDEFRecord(tnf: .unknown, type: [1]),
        ]
        for part in parts {
            #expect(throws: NDEFError.self) { try SmartPoster(uri, others: [part]) }
        }
        #expect(throws: NDEFError.self) {
            try SmartPoster(uri, icons: [try MediaRecord("text/plain", content: [])])
        }
    }

    @Test("give the start of the malformed record")
    func offset() {
        let record = NDEFRecord(tnf: .wellKnown, type: Array("Sp".utf8), payload: hex("D1 01 09 55"))
        let error = #expect(throws: NDEFError.self) { try record.decoded(at: 12) }
        #expect(error?.offset == 12)
        #expect(
            error?.reason == "byte 12: the message in the Smart Poster is malformed: "
                + "byte 0: record 1 declares 9 payload bytes, but 0 remain")
    }
}
