import TagSimulator
import TestSupport
import Testing

/// Frames as NXP UM0701-02 §6.2.1 draws them, and as hosts sent them.
let frameTable: [(frame: Frame, wire: [UInt8])] = [
    (.ack, hex("00 00 FF 00 FF 00")),
    (.nack, hex("00 00 FF FF 00 00")),
    (.syntaxError, hex("00 00 FF 01 FF 7F 81 00")),
    (.information(hex("D4 02")), hex("00 00 FF 02 FE D4 02 2A 00")),
    (.information(hex("D5 03 32 01 06 07")), hex("00 00 FF 06 FA D5 03 32 01 06 07 E8 00")),
    (
        .information(hex("D5 4B 01 01 00 44 00 07 04 08 7A 04 04 20 19")),
        hex("00 00 FF 0F F1 D5 4B 01 01 00 44 00 07 04 08 7A 04 04 20 19 CC 00")
    ),
    (
        .information([0xD4] + [UInt8](repeating: 0, count: 254)),
        hex("00 00 FF FF 01 D4") + [UInt8](repeating: 0, count: 254) + hex("2C 00")
    ),
    (
        .information([0xD4] + [UInt8](repeating: 0, count: 255)),
        hex("00 00 FF FF FF 01 00 FF D4") + [UInt8](repeating: 0, count: 255) + hex("2C 00")
    ),
    (
        .information([0xD5] + [UInt8](repeating: 1, count: 264)),
        hex("00 00 FF FF FF 01 09 F6 D5") + [UInt8](repeating: 1, count: 264) + hex("23 00")
    ),
]

@Suite("A frame")
struct FrameTests {
    @Test("has these bytes on the wire", arguments: frameTable)
    func bytes(frame: Frame, wire: [UInt8]) {
        #expect(frame.bytes == wire)
    }

    @Test("of every size from 1 to 265 bytes decodes to itself")
    func everySize() {
        for count in 1...Frame.largestInformation {
            let frame = Frame.information((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 0xD4) })
            var decoder = FrameDecoder()
            #expect(decoder.receive(frame.bytes) == [frame])
        }
    }
}
