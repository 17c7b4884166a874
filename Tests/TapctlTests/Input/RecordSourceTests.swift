import Documents
import TagKit
import Testing

@testable import tapctl

@Suite struct RecordSourceTests {
    /// Source: NFC Forum URI RTD 1.0 §3.2.3.
    @Test("a URI with a control character is refused, and shown escaped", arguments: [UInt8](0...31))
    func controlCharacter(octet: UInt8) throws {
        let uri = "https://a.de/\(Character(Unicode.Scalar(octet)))"
        let error = try #require(throws: CommandError.self) { try RecordSource.uri(uri).record() }
        #expect(error.code == "controlCharacter")
        #expect(error.reason.hasPrefix("\"https://a.de/\\u{\(String(octet, radix: 16))}\""))
    }

    @Test("other URIs are encoded unchanged, and an empty one is refused")
    func accepted() throws {
        for uri in ["https://a.de/ x", "tel:112", "https://m\u{FC}nchen.example/"] {
            #expect(try RecordSource.uri(uri).record() == URIRecord(uri).record())
        }
        let error = try #require(throws: CommandError.self) { try RecordSource.uri("").record() }
        #expect(error.code == "empty")
    }
}
