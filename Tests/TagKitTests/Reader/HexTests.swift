import TagKit
import TestSupport
import Testing

@Suite struct HexTests {
    @Test("every byte has two digits, which read as the byte", arguments: UInt8.min...UInt8.max)
    func digits(byte: UInt8) {
        #expect(Hex.upper([byte, byte]).count == 4)
        #expect(hex(Hex.upper([byte])) == [byte])
        #expect(Hex.lower([byte]) == Hex.upper([byte]).lowercased())
    }

    @Test("digits above 9 are written in the case that was asked for")
    func cases() {
        #expect(Hex.upper([0x0A, 0xF9]) == "0AF9")
        #expect(Hex.lower([0x0A, 0xF9]) == "0af9")
        #expect(Hex.upper([]) == "")
    }
}
