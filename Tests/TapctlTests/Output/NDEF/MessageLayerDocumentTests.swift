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
        for found in [try MessageLayer.message.decode(bytes), MessageLayer.message.decodeLeniently(bytes)] {
            #expect(found.payloadFlaws.map(\.code) == [.badPayload])
            #expect(found.payloadFlaws.map(\.offset) == [offset])
        }
    }

    @Test("what is forgiven moves no offset")
    func forgiven() {
        // The second record says that a message begins; the third is the flawed one.
        let found = MessageLayer.message.decodeLeniently(hex("95 00 01 AA  95 00 01 BB  51 01 01 54 05"))
        #expect(found.forgiven.map(\.offset) == [4])
        #expect(found.payloadFlaws.map(\.offset) == [8])
    }
}
