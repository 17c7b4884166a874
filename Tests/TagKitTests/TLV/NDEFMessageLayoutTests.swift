import SimulationKit
import TagKit
import TestSupport
import Testing

@Suite("The layout of a message in a data area")
struct NDEFMessageLayoutTests {
    @Test(
        "leaves room as the data sheets say",
        arguments: [
            // NTAG213, and after its factory Lock Control TLV; NTAG215; NTAG216; Ultralight.
            (0, 144, 142), (5, 144, 137), (0, 496, 492), (0, 872, 868), (0, 48, 46),
            // Where the three-byte length begins: 254 bytes need 1, 255 need 3.
            (0, 256, 254), (0, 257, 254), (0, 258, 254), (0, 259, 255), (0, 2, 0),
        ])
    func largest(offset: Int, areaBytes: Int, largest: Int) throws {
        #expect(NDEFMessageLayout.largestMessage(at: offset, reserved: [], areaBytes: areaBytes) == largest)
        let layout = try NDEFMessageLayout(
            messageBytes: largest, at: offset, reserved: [], areaBytes: areaBytes)
        #expect(layout.lengthOffsets.count == (largest > 254 ? 3 : 1))
        let error = #expect(throws: NDEFError.self) {
            try NDEFMessageLayout(messageBytes: largest + 1, at: offset, reserved: [], areaBytes: areaBytes)
        }
        #expect(error?.code == .limitExceeded)
        #expect(error?.expected == largest)
    }

    @Test("has no place where not even an empty message fits")
    func none() {
        #expect(NDEFMessageLayout.largestMessage(at: 143, reserved: [], areaBytes: 144) == nil)
        #expect(NDEFMessageLayout.largestMessage(at: 0, reserved: [0..<144], areaBytes: 144) == nil)
        #expect(throws: NDEFError.self) {
            try NDEFMessageLayout(messageBytes: 0, at: 144, reserved: [], areaBytes: 144)
        }
    }

    @Test("puts type, length, message and terminator around reserved bytes")
    func around() throws {
        let layout = try NDEFMessageLayout(
            messageBytes: 4, at: 5, reserved: [5..<6, 7..<9, 11..<13], areaBytes: 20)
        #expect(layout.typeOffset == 6)
        #expect(layout.lengthOffsets == [9])
        #expect(layout.valueRanges == [10..<11, 13..<16])
        #expect(layout.terminatorOffset == 16)
        var area = [UInt8](repeating: 0xEE, count: 20)
        layout.write(hex("01 02 03 04"), into: &area)
        #expect(area == hex("EE EE EE EE EE EE 03 EE EE 04 01 EE EE 02 03 04 FE EE EE EE"))
    }

    @Test("leaves the terminator out where the message fills the area")
    func full() throws {
        #expect(
            try NDEFMessageLayout(messageBytes: 142, at: 0, reserved: [], areaBytes: 144).terminatorOffset
                == nil)
        #expect(
            try NDEFMessageLayout(messageBytes: 141, at: 0, reserved: [], areaBytes: 144).terminatorOffset
                == 143)
        #expect(
            try NDEFMessageLayout(messageBytes: 4, at: 0, reserved: [6..<8], areaBytes: 8).terminatorOffset
                == nil)
    }

    @Test("around random reserved bytes reads back whole", arguments: propertySeeds)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let areaBytes = Int.random(in: 40...400, using: &generator)
            let controls = (0..<Int.random(in: 0...4, using: &generator)).flatMap { _ in
                control(in: areaBytes, &generator)
            }
            var area = controls + generator.bytes(areaBytes - controls.count)
            // A control TLV can reserve bytes of the next one; only areas that are read as intended are
            // useful.
            let before = try? Type2DataArea(parsing: controls, areaBytes: areaBytes)
            guard let before, before.usedBytes == controls.count else { continue }
            let largest = NDEFMessageLayout.largestMessage(
                at: controls.count, reserved: before.reserved, areaBytes: areaBytes)
            guard let largest else { continue }
            let message = generator.bytes(
                Bool.random(using: &generator) ? largest : Int.random(in: 0...largest, using: &generator))
            let layout = try NDEFMessageLayout(
                messageBytes: message.count, at: controls.count, reserved: before.reserved,
                areaBytes: areaBytes)
            let old = area
            layout.write(message, into: &area)
            let read = try Type2DataArea(parsing: area, areaBytes: areaBytes)
            #expect(read.ndefMessage?.value == message)
            #expect(read.ndefMessage?.offset == layout.typeOffset)
            #expect(read.ndefMessage?.valueRanges == layout.valueRanges)
            #expect(before.reserved.allSatisfy { area[$0] == old[$0] })
            #expect(area[..<controls.count] == controls[...])
            #expect(layout.terminatorOffset == nil || read.isTerminated)
        }
    }

    /// A Memory Control or Lock Control TLV that reserves a few bytes inside the area, after the control
    /// TLVs.
    private func control(in areaBytes: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        // Pages of 32 bytes: addresses up to 15 * 32 + 15.
        let address = Int.random(in: 16 + 20..<16 + areaBytes, using: &generator)
        let position = UInt8(min(15, address >> 5)) << 4 | UInt8(min(15, address & 31))
        return Bool.random(using: &generator)
            ? [0x02, 0x03, position, UInt8.random(in: 1...9, using: &generator), 0x05]
            : [0x01, 0x03, position, UInt8.random(in: 1...40, using: &generator), 0x25]
    }
}
