import TagKit
import TestSupport
import Testing

@Suite("Lock Control and Memory Control TLVs")
struct ReservedBytesTests {
    @Test(
        "name the bytes that the chips keep their lock bits in",
        arguments: [
            // NTAG213: page 40, 12 bits, 8 bytes a bit; after the area, so nothing inside is reserved.
            ("A0 0C 34", 160, 2, 12, 8, nil as Range<Int>?),
            // NTAG203 and Ultralight C: page 40, 16 bits, 16 bytes a bit.
            ("A0 10 44", 160, 2, 16, 16, nil),
            // Page 5, byte 3, 9 bits: offset 7 in the area.
            ("53 09 02", 23, 2, 9, 1, 7..<9),
            // In front of the area but for its last byte.
            ("0F 10 00", 15, 2, 16, 1, 0..<1),
            ("00 00 00", 0, 32, 256, 1, 0..<16),
        ])
    func lockControl(
        value: String, address: Int, count: Int, bits: Int, bytesPerBit: Int, range: Range<Int>?
    ) throws {
        let bytes = try #require(ReservedBytes(.lockControl, value: hex(value)))
        #expect(bytes.byteAddress == address)
        #expect(bytes.byteCount == count)
        #expect(bytes.lockBitCount == bits)
        #expect(bytes.bytesPerLockBit == bytesPerBit)
        #expect(bytes.areaRange(areaBytes: 144) == range)
    }

    @Test("count memory in bytes, 0 for 256")
    func memoryControl() throws {
        let bytes = try #require(ReservedBytes(.memoryControl, value: hex("F0 00 04")))
        #expect(bytes.byteAddress == 240)
        #expect(bytes.byteCount == 256)
        #expect(bytes.lockBitCount == nil)
        #expect(bytes.areaRange(areaBytes: 300) == 224..<300)
        #expect(bytes.areaRange(areaBytes: 224) == nil)
    }

    @Test("of any value never trap")
    func all() {
        for position in UInt8.min...UInt8.max {
            for control in UInt8.min...UInt8.max {
                let bytes = ReservedBytes(.lockControl, value: [position, 0, control])
                #expect(bytes?.areaRange(areaBytes: 872)?.upperBound ?? 0 <= 872)
            }
        }
        #expect(ReservedBytes(.lockControl, value: hex("A0 0C")) == nil)
        #expect(ReservedBytes(.ndefMessage, value: hex("A0 0C 34")) == nil)
    }
}
