import TagKit
import TestSupport
import Testing

@Suite("Type 4 NDEF files")
struct NDEFFileTests {
    @Test("write their length in 2 or 4 bytes")
    func lengths() throws {
        #expect(try NDEFFile(messageBytes: hex("D0 00 00")).encoded() == hex("00 03 D0 00 00"))
        let extended = NDEFFile(messageBytes: hex("D0 00 00"), lengthField: .extended)
        #expect(try extended.encoded() == hex("00 00 00 03 D0 00 00"))
        #expect(try NDEFFile(messageBytes: []).encoded() == hex("00 00"))
    }

    @Test("hold at most 65,534 bytes in the short form")
    func largest() throws {
        let message = [UInt8](repeating: 0, count: 65_535)
        let error = #expect(throws: NDEFError.self) { try NDEFFile(messageBytes: message).encoded() }
        #expect(error?.code == .limitExceeded)
        #expect(
            try NDEFFile(messageBytes: Array(message.dropLast())).encoded().prefix(2) == hex("FF FE")[...])
        let extended = NDEFFile(messageBytes: message, lengthField: .extended)
        #expect(try extended.encoded().prefix(4) == hex("00 00 FF FF")[...])
    }

    @Test("give their message's size from their first bytes")
    func size() {
        #expect(NDEFFile.messageByteCount(hex("01 02 FF"), lengthField: .short) == 258)
        #expect(NDEFFile.messageByteCount(hex("01 02 FF 00"), lengthField: .extended) == 16_973_568)
        #expect(NDEFFile.messageByteCount(hex("01"), lengthField: .short) == nil)
    }
}
