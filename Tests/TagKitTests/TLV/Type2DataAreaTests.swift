import TagKit
import TestSupport
import Testing

@Suite("Type 2 data areas")
struct Type2DataAreaTests {
    private static let uri = "D1 01 04 55 03 61 2E 62"

    @Test("know the position of each byte of the message, around reserved bytes")
    func offsets() throws {
        // Memory Control: page 1, byte 10 of 16 a page, 3 bytes: 10 to 12 in the area.
        let bytes = hex("02 03 1A 03 04 03 08 D1 01 04 EE EE EE 55 03 61 2E 62 FE")
        let area = try Type2DataArea(parsing: bytes, areaBytes: bytes.count)
        let tlv = try #require(area.ndefMessage)
        #expect(tlv.offset == 5)
        #expect(tlv.lengthOffsets == [6])
        #expect(tlv.valueRanges == [7..<10, 13..<18])
        #expect(tlv.value == hex(Self.uri))
        #expect((0...8).map(tlv.areaOffset(ofValueByte:)) == [7, 8, 9, 13, 14, 15, 16, 17, 18])
        #expect(area.usedBytes == 19)
        #expect(area.reserved == [10..<13])
    }

    @Test(
        "say how many bytes must be read before the first message is whole",
        arguments: [
            // Nothing is known yet: one byte. A type without its length: the length.
            ("", 144, 1), ("03", 144, 2), ("03 FF", 144, 4), ("03 FF 01", 144, 4),
            // From a length on, all of it.
            ("03 2F", 144, 49), ("03 FF 01 00", 872, 260), ("01 03 A0 0C 34 03 2F", 144, 54),
            ("01 03 A0 0C 34", 144, 6), ("01 03", 144, 5), ("00 00 00", 144, 4),
            // Empty, ended, or whole: nothing more.
            ("03 00", 144, 2), ("FE", 144, 1), ("FD 01 07 FE", 144, 4), ("03 01 D0 FE 00 00", 144, 3),
            // Malformed: reading on would not help.
            ("03 90", 144, 2), ("01 02 A0 0C 00 00", 144, 6), ("03", 1, 1), ("03 FF 00", 3, 3),
            ("", 0, 0),
        ])
    func bytesNeeded(prefix: String, areaBytes: Int, needed: Int) {
        #expect(Type2DataArea.bytesNeeded(prefix: hex(prefix), areaBytes: areaBytes) == needed)
    }

    @Test("count reserved bytes among those that must be read")
    func bytesNeededAroundReserved() {
        #expect(Type2DataArea.bytesNeeded(prefix: hex("02 03 1A 03 04 03 08"), areaBytes: 64) == 18)
    }

    @Test("place a message at the first one, else at the terminator, else behind what is used")
    func place() throws {
        func offset(_ bytes: String) throws -> Int {
            try Type2DataArea(parsing: hex(bytes), areaBytes: hex(bytes).count).ndefMessageOffset
        }
        #expect(try offset("01 03 A0 0C 34 03 00 FE") == 5)
        #expect(try offset("01 03 A0 0C 34 FE 00 00") == 5)
        #expect(try offset("01 03 A0 0C 34 00 00 00") == 5)
        #expect(try offset("00 00 00 00") == 0)
        #expect(try offset("00 00 03 00 FE") == 2)
    }

    @Test("are read from their beginning alone, as long as the message is in it")
    func prefix() throws {
        let bytes = hex("03 08 \(Self.uri) FE") + [UInt8](repeating: 0, count: 33)
        for count in 0...bytes.count {
            let area = try? Type2DataArea(parsing: Array(bytes[..<count]), areaBytes: bytes.count)
            #expect((area?.ndefMessage != nil) == (count >= 10))
        }
    }

    @Test("pass over stale bytes behind the message, and say what stopped them")
    func stale() throws {
        let bytes = hex("03 08 \(Self.uri) FD 09")
        let area = try Type2DataArea(parsing: bytes, areaBytes: bytes.count)
        #expect(area.stop?.code == .valueOverrun)
        #expect(try area.message().records.count == 1)
        #expect(area.usedBytes == 10)
    }

    @Test("obey control TLVs in front of the message alone", arguments: ["01 03 20 10 03", "02 03 20 04 03"])
    func controlBehind(control: String) throws {
        let later = try Type2DataArea(parsing: hex("03 00 \(control)"), areaBytes: 48)
        #expect(later.tlvs.count == 2)
        #expect(later.reserved == [])
        let front = try Type2DataArea(parsing: hex("\(control) 03 00 FE"), areaBytes: 48)
        #expect(front.reserved.isEmpty == false)
    }

    @Test("ignore bytes past their size")
    func size() throws {
        let area = try Type2DataArea(parsing: hex("00 00 FE"), areaBytes: 2)
        #expect(area.tlvs.count == 2)
        #expect(!area.isTerminated)
    }
}
