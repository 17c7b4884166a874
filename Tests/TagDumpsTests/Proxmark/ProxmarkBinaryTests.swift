import TagDumps
import TestSupport
import Testing

struct ProxmarkBinaryTests {
    /// An Ultralight EV1 of 20 pages, empty and not protected.
    static let pages =
        hex("04 15 74 ED F2 B0 5E 81 9D 48 00 00 E1 10 06 00 03 00 FE 00") + Array(repeating: 0, count: 44)
        + hex("00 00 00 FF 00 05 00 00 00 00 00 00 00 00 00 00")
    static let version = hex("00 04 03 01 01 00 0B 03")
    static let signature = Array(UInt8(1)...32)

    @Test("the newer prefix has version, signature, counters low byte first, and tearing flags")
    func newer() throws {
        let counters = hex("01 02 03 BD 00 00 00 BD FF FF FF 00")
        let image = try TagImage(
            reading: Self.version + hex("00 00 00 13") + Self.signature + counters + Self.pages)
        #expect(image.product == "Mifare Ultralight 11")
        #expect(image.uid == hex("04 15 74 F2 B0 5E 81"))
        #expect(image.version == Self.version)
        #expect(image.signature == Self.signature)
        #expect(image.counters == [0x030201, 0, 0xFFFFFF])
        #expect(image.tearing == [0xBD, 0xBD, 0])
    }

    @Test("the older prefix has tearing flags in front of the signature and no counters")
    func older() throws {
        let image = try TagImage(
            reading: Self.version + hex("00 00 BD BC BB 00 00 00") + Self.signature + Self.pages)
        #expect(image.version == Self.version)
        #expect(image.signature == Self.signature)
        #expect(image.tearing == [0xBD, 0xBC, 0xBB])
        #expect(image.counters == [0, 0, 0])
    }

    @Test("without a prefix the same pages are a plain dump")
    func plain() throws {
        let image = try TagImage(reading: Self.pages)
        #expect(try DumpFormat(of: Self.pages) == .raw)
        #expect(image.version == [])
        #expect(image.product == "Mifare Ultralight 11")
    }

    @Test("a wrong check byte leaves a plain dump of a known size readable, and nothing else")
    func wrongCheckByte() throws {
        var pages = Self.pages
        pages[3] ^= 1
        #expect(try TagImage(reading: pages).check().map(\.code) == [.checkByteWrong])
        #expect(throws: DumpError.self) { try TagImage(reading: pages.dropLast(4)) }
        #expect(throws: DumpError.self) { try TagImage(reading: Self.version + hex("00 00 00 13") + pages) }
    }
}
