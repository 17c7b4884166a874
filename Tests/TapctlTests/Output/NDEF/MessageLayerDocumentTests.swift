import Documents
import TagKit
import TestSupport
import Testing

@testable import tapctl

@Suite struct MessageLayerDocumentTests {
    @Test(
        "a flaw of a payload has the offset that its record has in the bytes",
        arguments: [
            ("95 00 00  51 01 01 54 05", 3),
            // A record in two chunks, and one with a four-byte length.
            ("B5 00 01 AA 16 00 01 BB  51 01 01 54 05", 8),
            ("85 00 00 00 00 01 AA  51 01 01 54 05", 7),
        ])
    func flawOffset(message: String, offset: Int) throws {
        let bytes = hex(message)
        for found in [
            try MessageLayer.message.decode(bytes), try MessageLayer.message.decodeLeniently(bytes),
        ] {
            #expect(found.payloadFlaws.map(\.code) == [.badPayload])
            #expect(found.payloadFlaws.map(\.offset) == [offset])
        }
    }

    @Test("what is forgiven moves no offset")
    func forgiven() throws {
        // The second record says that a message begins; the third is the flawed one.
        let found = try MessageLayer.message.decodeLeniently(
            hex("95 00 01 AA  95 00 01 BB  51 01 01 54 05"))
        #expect(found.forgiven.map(\.offset) == [4])
        #expect(found.payloadFlaws.map(\.offset) == [8])
    }

    /// Source: NFC Forum URI RTD 1.0 §3.2.3.
    @Test(
        "a control character in a URI is a flaw of the payload",
        arguments: [
            ("D1 01 06 55 04 61 2E 64 65 00", 0, "U+0000"),
            ("91 01 01 55 00  51 01 04 55 04 61 0A 62", 5, "U+000A"),
            ("D1 02 09 53 70  D1 01 05 55 04 61 1F 62 63", 0, "U+001F"),
        ])
    func controlCharacter(message: String, offset: Int, name: String) throws {
        let found = try MessageLayer.message.decode(hex(message))
        #expect(found.payloadFlaws.map(\.code) == [.badPayload])
        #expect(found.payloadFlaws.map(\.offset) == [offset])
        #expect(found.payloadFlaws.first?.detail == "the URI contains the control character \(name)")
    }

    static let message = "D1 01 0C 55 04 65 78 61 6D 70 6C 65 2E 63 6F 6D"

    @Test(
        "bytes of another layer are refused, strictly and leniently, with the option that decodes them (low finding)",
        arguments: [
            (MessageLayer.message, "03 10 " + message, "--as type2"),
            (.message, "03 10 " + message + " FE", "--as type2"),
            (.message, "00 00 03 10 " + message, "--as type2"),
            (.message, "01 03 A0 0C 34 03 10 " + message + " FE", "--as type2"),
            (.message, "03 10 D1 01 0C", "--as type2"), (.message, "03 FF 01 10 D1 01", "--as type2"),
            (.message, "00 10 " + message, "--as type4"), (.message, "00 10 D1 01 0C", "--as type4"),
            (.message, "E1 10 12 00 03 10 " + message + " FE", "omit the first 4 bytes"),
            (.type2, message, "omit --as"), (.type2, "00 10 " + message, "--as type4"),
            (.type4, message, "omit --as"), (.type4, "03 10 " + message + " FE", "--as type2"),
        ])
    func otherLayer(layer: MessageLayer, text: String, advice: String) {
        let bytes = hex(text)
        #expect(layer.advice(for: bytes)?.contains(advice) == true)
        #expect(throws: NDEFError.self) { try layer.decode(bytes) }
        #expect(throws: NDEFError.self) { try layer.decodeLeniently(bytes) }
    }

    @Test(
        "an empty message is one only where the bytes say so",
        arguments: [(MessageLayer.type2, "03 00 FE"), (.type2, "03 00"), (.type4, "00 00")])
    func empty(layer: MessageLayer, text: String) throws {
        #expect(try layer.decodeLeniently(hex(text)).message.records.isEmpty)
        #expect(layer.advice(for: hex(text)) == nil)
    }

    @Test("a message that its layer decodes gets no advice to take another one")
    func rightLayer() {
        #expect(MessageLayer.message.advice(for: hex(Self.message)) == nil)
        #expect(MessageLayer.type2.advice(for: hex("03 10 " + Self.message + " FE")) == nil)
    }
}
