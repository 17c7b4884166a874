import TagKit
import TestSupport
import Testing

@Suite("Typed records")
struct TypedRecordTests {
    @Test("make the record that they came from, id and all")
    func records() throws {
        let typed: [TypedRecord] = [
            .uri(URIRecord("https://a.example")), .text(try TextRecord("Hi", language: "en")),
            .smartPoster(try SmartPoster(URIRecord("tel:1"))),
            .media(try MediaRecord("text/plain", content: [1])),
            .absoluteURI(try AbsoluteURIRecord("a:b", content: [2])),
            .androidApplication(try AndroidApplicationRecord(package: "com.example.giving")),
            .external(try ExternalRecord("a.b:c", content: [3])),
        ]
        for content in typed {
            let record = content.record(id: [7])
            #expect(record.id == [7])
            #expect(try record.decoded() == content)
            #expect(try NDEFMessage(decoding: NDEFMessage([record]).encoded()).records == [record])
        }
        #expect(TypedRecord.empty.record(id: [7]) == NDEFRecord(tnf: .empty))
    }

    @Test("of other types are the record itself, byte for byte")
    func other() throws {
        let records = [
            NDEFRecord(tnf: .wellKnown, type: Array("Hs".utf8), id: [1], payload: [2]),
            NDEFRecord(tnf: .wellKnown, type: Array("u".utf8), payload: [4]),
            NDEFRecord(tnf: .unknown, id: [1], payload: [2]),
        ]
        for record in records {
            #expect(try record.decoded() == .other(record))
            #expect(try record.decoded().record(id: [9]) == record)
        }
    }

    @Test("are not made with names that do not fit")
    func names() throws {
        let long = String(repeating: "x", count: 256)
        for name in ["", "é", long] {
            #expect(throws: NDEFError.self) { try MediaRecord(name, content: []) }
            #expect(throws: NDEFError.self) { try ExternalRecord(name, content: []) }
        }
        #expect(throws: NDEFError.self) { try AbsoluteURIRecord("") }
        #expect(throws: NDEFError.self) { try AbsoluteURIRecord(long) }
        #expect(throws: NDEFError.self) { try AndroidApplicationRecord(package: "") }
        _ = try AbsoluteURIRecord("https://é.example")
        _ = try ExternalRecord(String(long.dropLast()), content: [])
    }
}
