import Foundation
import TagDumps
import TagKit
import TestSupport
import Testing

/// The sources of a Type 2 product's name: first the version, then the file's statement, then the pages.
struct TypeTwoProductTests {
    private static let versions: [(version: String, product: String, pages: Int)] = [
        ("0004030101000B03", "Mifare Ultralight 11", 20), ("0004030201000B03", "Mifare Ultralight 11", 20),
        ("0004030101000E03", "Mifare Ultralight 21", 41), ("0034210101000E03", "Mifare Ultralight 21", 41),
        ("0004040101000B03", "NTAG210", 20), ("0004040101000E03", "NTAG212", 41),
        ("0004040201000F03", "NTAG213", 45), ("0004040201010F03", "NTAG213", 45),
        ("0004040401000F03", "NTAG213", 45), ("0004040203000F03", "NTAG213", 45),
        ("0053040201000F03", "NTAG213", 45), ("0004040201001103", "NTAG215", 135),
        ("0005340201001103", "NTAG215", 135), ("0099040201001103", "NTAG215", 135),
        ("0004040201001303", "NTAG216", 231), ("0004040401001303", "NTAG216", 231),
    ]

    private func json(_ version: String, pages: Int) -> [UInt8] {
        let blocks = (0..<pages).map { #""\#($0)": "00000000""# }.joined(separator: ", ")
        return Array(#"{"FileType": "mfu", "Card": {"Version": "\#(version)"}, "blocks": {\#(blocks)}}"#.utf8)
    }

    @Test("T-8, T-10: the version decides the product of whole and incomplete dumps")
    func version() throws {
        for entry in Self.versions {
            for missing in [0, 1, 2, entry.pages - 16] {
                let image = try TagImage(reading: json(entry.version, pages: entry.pages - missing))
                #expect(image.product == entry.product, "\(entry.version)")
                guard case .pages(let pages) = image.memory else { continue }
                #expect(pages.count == entry.pages, "\(entry.version)")
                let codes = image.check().map(\.code)
                #expect(codes.contains(.incomplete) == (missing > 0), "\(entry.version) without \(missing)")
                #expect(!codes.contains(.versionDiffers) && !codes.contains(.sizeDiffers), "\(entry.version)")
                #expect(try TagImage(reading: image.contents(as: .flipper)).memory == image.memory)
            }
        }
    }

    @Test("T-8: the product of an incomplete dump comes from the Proxmark3 prefix", arguments: [56, 48])
    func proxmarkBinary(prefix: Int) throws {
        let head = hex("00 04 04 02 01 00 11 03") + Array(repeating: 0, count: prefix - 8)
        let pages =
            hex("04 A1 B2 9F C3 D4 E5 F6 04 48 00 00 E1 10 3E 00") + Array(repeating: 0, count: 129 * 4)
        let image = try TagImage(reading: head + pages)
        #expect(image.product == "NTAG215")
        // The configuration is zero here, which protects the tag from page 0 on.
        #expect(image.check().map(\.code) == [.incomplete, .passwordUnknown])
    }

    @Test("a chip is named by its version if known, and otherwise by its number of pages")
    func unmapped() throws {
        #expect(try TagImage(reading: json("0004040204000F03", pages: 60)).product == "NTAG223 DNA")
        #expect(try TagImage(reading: json("0004040502021303", pages: 236)).product == "NTAG I2C Plus 1K")
        let unknown = try TagImage(reading: json("0011223344556677", pages: 45))
        #expect(unknown.product == "NTAG213")
        #expect(unknown.check().map(\.code).contains(.versionDiffers))
    }

    /// Pages with a container and the start of the data area, and the expected result.
    static let cut: [(container: String, front: String, pages: Int, product: String, count: Int)] = [
        ("E1 10 12 00", "01 03 A0 10 44 03 00 FE", 16, "NTAG203", 42),
        ("E1 10 12 00", "01 03 A0 0C 34 03 00 FE", 16, "NTAG213", 45),
        ("E1 10 12 00", "01 03 A0 0C 34 03 00 FE", 44, "NTAG213", 45),
        ("E1 10 12 00", "01 03 A0 10 44 03 00 FE", 44, "Mifare Ultralight C", 48),
        ("E1 10 3E 00", "03 00 FE 00 00 00 00 00", 134, "NTAG215", 135),
        ("E1 10 3E 00", "03 00 FE 00 00 00 00 00", 16, "NTAG215", 135),
        ("E1 10 6D 00", "03 00 FE 00 00 00 00 00", 226, "NTAG216", 231),
        ("E1 10 06 00", "03 00 FE 00 00 00 00 00", 16, "Mifare Ultralight", 16),
        // A wrong container does not turn an NTAG213 into part of an NTAG215.
        ("E1 10 3E 00", "03 00 FE 00 00 00 00 00", 45, "NTAG213", 45),
        ("E1 10 12 00", "01 03 A0 10 44 03 00 FE", 40, "Type 2 Tag", 40),
    ]

    @Test(
        "T-8: without a version, the product of an incomplete dump comes from its container",
        arguments: cut.indices)
    func container(index: Int) throws {
        let entry = Self.cut[index]
        let head = hex("04 A1 B2 9F C3 D4 E5 F6 04 48 00 00") + hex(entry.container) + hex(entry.front)
        let bytes = head + Array(repeating: UInt8(0), count: entry.pages * 4 - head.count)
        for text in [bytes, Array(hexText(bytes).utf8)] {
            let image = try TagImage(reading: text)
            #expect(image.product == entry.product)
            guard case .pages(let pages) = image.memory else { return #expect(Bool(false), "no pages") }
            #expect(pages.count == entry.count)
            let isShort = entry.count > entry.pages || entry.product == "Type 2 Tag"
            #expect(image.check().map(\.code).contains(.incomplete) == isShort)
        }
    }

    private func hexText(_ bytes: [UInt8]) -> String {
        bytes.map { String(format: "%02X", $0) }.joined()
    }

    /// READ wraps around before protected pages (RfidResearchGroup/proxmark3#3772) and after the last page.
    @Test(
        "copies of the first pages over others are found, wherever they begin",
        arguments: [16, 20, 37, 43, 44])
    func copies(start: Int) throws {
        var pages = Array(repeating: [UInt8]?.some([0, 0, 0, 0]), count: 45)
        pages[0...3] = [hex("04 A1 B2 9F"), hex("C3 D4 E5 F6"), hex("04 48 00 00"), hex("E1 10 12 00")]
        pages[41] = hex("04 00 00 FF")
        var image = TagImage(product: "NTAG213", uid: hex("04 A1 B2 C3 D4 E5 F6"), memory: .pages(pages))
        #expect(image.check() == [])
        for (offset, page) in (start..<min(start + 4, 45)).enumerated() { pages[page] = pages[offset] }
        image.memory = .pages(pages)
        let found = image.check().filter { $0.code == .incomplete && $0.summary.contains("copies of") }
        // A single page can be a coincidence.
        #expect(found.count == (start == 44 ? 0 : 1))
    }
}
