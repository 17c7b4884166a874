import SimulationKit
import TagDumps
import TagSimulator
import TestSupport
import Testing

@Suite("Tags from the factory")
struct TagImageFactoryTests {
    static let uid = hex("04 39 91 C2 FC 67 80")

    /// The first pages and the factory configuration of blank tags, including PWD and PACK, as other people
    /// recorded them.
    @Test(
        "have the bytes of blank tags",
        arguments: [
            ("NTAG213", 0, "04 39 91 24  C2 FC 67 80  D9 48 00 00  E1 10 12 00  01 03 A0 0C  34 03 00 FE"),
            ("NTAG213", 40, "00 00 00 BD  04 00 00 FF  00 05 00 00  FF FF FF FF  00 00 00 00"),
            ("NTAG215", 3, "E1 10 3E 00  03 00 FE 00  00 00 00 00"),
            ("NTAG215", 130, "00 00 00 BD  04 00 00 FF  00 05 00 00  FF FF FF FF  00 00 00 00"),
            ("NTAG216", 3, "E1 10 6D 00  03 00 FE 00"),
            ("NTAG216", 226, "00 00 00 BD  04 00 00 FF  00 05 00 00  FF FF FF FF  00 00 00 00"),
            ("NTAG210", 3, "E1 10 06 00  03 00 FE 00"),
            ("NTAG210", 16, "00 00 00 FF  00 05 00 00  FF FF FF FF  00 00 00 00"),
            ("NTAG212", 3, "E1 10 10 00  01 03 90 0A  34 03 00 FE"),
            ("NTAG203", 2, "D9 48 00 00  E1 10 12 00  01 03 A0 10  44 03 00 FE"),
            ("NTAG203", 40, "00 00 00 00  00 00 00 00"),
            ("Mifare Ultralight", 2, "D9 48 00 00  00 00 00 00  00 00 00 00"),
            ("Mifare Ultralight 11", 16, "00 00 00 FF  00 05 00 00  FF FF FF FF  00 00 00 00"),
            ("Mifare Ultralight 21", 36, "00 00 00 BD  00 00 00 FF  00 05 00 00  FF FF FF FF  00 00 00 00"),
            ("Mifare Ultralight C", 3, "00 00 00 00  00 00 00 00"),
            ("Mifare Ultralight C", 42, "30 00 00 00  00 00 00 00  42 52 45 41"),
        ])
    func pages(product: String, first: Int, expected: String) throws {
        let image = try #require(TagImage.factory(product: product, uid: Self.uid))
        guard case .pages(let pages) = image.memory else { throw TestFailure("no pages") }
        let bytes = pages.compactMap(\.self).flatMap(\.self)
        #expect(Array(bytes.dropFirst(first * 4).prefix(hex(expected).count)) == hex(expected))
    }

    @Test("of every product make a tag, whose image is the same again", arguments: TagImage.factoryProducts)
    func roundTrip(product: String) throws {
        var generator = SeededGenerator(seed: 1)
        let image = try #require(TagImage.factory(product: product, from: &generator))
        #expect(image.uid.count == 7 && image.uid[0] == 0x04)
        #expect(try makeVirtualTag(from: image).image == image)
    }

    @Test("survive a file", arguments: TagImage.factoryProducts)
    func fileRoundTrip(product: String) throws {
        let image = try #require(TagImage.factory(product: product, uid: Self.uid))
        let read = try TagImage(reading: try image.contents(as: .flipper))
        #expect(try makeVirtualTag(from: read).image == image)
    }

    @Test("are not made of other names or UIDs")
    func refusals() {
        #expect(TagImage.factory(product: "NTAG999", uid: Self.uid) == nil)
        #expect(TagImage.factory(product: "ntag213", uid: hex("01 02 03 04")) == nil)
        #expect(TagImage.factory(product: "mifareclassic1k", uid: hex("01 02 03 04")) != nil)
    }
}

/// An error that ends a test.
struct TestFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
