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

    /// The pages of all Type 2 fixtures.
    static let typeTwoFixtures = TagFixtures.names.filter { name in
        guard let bytes = try? TagFixtures.bytes(name), let image = try? TagImage(reading: bytes),
            case .pages = image.memory
        else { return false }
        return true
    }

    private func repeated(_ pages: [[UInt8]?], to count: Int) -> [[UInt8]?] {
        (0..<count).map { pages[$0 % pages.count] }
    }

    @Test("pages that repeat a tag's memory after its end are not part of it", arguments: typeTwoFixtures)
    func repeatedAfterEnd(name: String) throws {
        let image = try TagImage(reading: TagFixtures.bytes(name))
        guard case .pages(let pages) = image.memory else { return #expect(Bool(false), "no pages") }
        let hasContainer = pages[3]?.first == 0xE1
        let whole = try TagImage(reading: pages.flatMap { $0 ?? [] })
        for count in [1, 2, 3, 4, 45, 80, 135, 231, 256, 512].map({ max($0, pages.count + 1) }) {
            let longer = repeated(pages, to: count)
            let raw = try TagImage(reading: longer.flatMap { $0 ?? [] })
            if hasContainer {
                #expect(raw.product == whole.product, "\(count)")
                #expect(raw.memory == whole.memory, "\(count)")
                #expect(raw.paddingBytes == (count - pages.count) * 4, "\(count)")
                let codes: [DumpFinding.Code] = [.padded] + whole.check().map(\.code)
                #expect(raw.check().map(\.code) == codes, "\(count)")
            }
            var stated = image
            stated.memory = .pages(longer)
            let flipper = try TagImage(reading: stated.contents(as: .flipper))
            #expect(flipper.product == image.product && flipper.memory == image.memory, "\(count)")
            let codes: [DumpFinding.Code] = [.padded] + image.check().map(\.code)
            #expect(flipper.check().map(\.code) == codes, "\(count)")
        }
    }

    @Test("a small chip that was read as a larger one is recognized")
    func readAsLarger() throws {
        let image = try TagImage(reading: TagFixtures.bytes("mifare-ultralight-programmed.nfc"))
        guard case .pages(let pages) = image.memory else { return #expect(Bool(false), "no pages") }
        for (product, count) in [("NTAG213", 45), ("Mifare Ultralight C", 48), ("NTAG215", 135)] {
            let stated = TagImage(
                product: product, uid: image.uid, memory: .pages(repeated(pages, to: count)))
            let read = try TagImage(reading: stated.contents(as: .flipper))
            #expect(read.product == "Mifare Ultralight" && read.memory == image.memory)
            #expect(read.check().map(\.code) == [.padded])
            #expect(try read.converted(to: .raw).contents.count == 64)
        }
    }

    @Test("a larger chip whose later pages are protected is not mistaken for a smaller one")
    func protectedFrom45() throws {
        let head = hex("04 A1 B2 9F C3 D4 E5 F6 04 48 00 00 E1 10 6D 00 03 00 FE 00")
        let bytes = head + Array(repeating: 0, count: 45 * 4 - head.count)
        let pages = stride(from: 0, to: bytes.count, by: 4).map { Array(bytes[$0..<$0 + 4]) }
        let image = TagImage(typeTwoPages: repeated(pages, to: 231))
        #expect(image.product == "NTAG216")
        #expect(image.paddingBytes == 0)
        // The configuration and the password are copies, so neither is reported.
        #expect(image.check().map(\.code) == [.incomplete])
    }

    @Test(
        "32 bytes after the pages of a known product are its signature",
        arguments: [
            "ntag213-programmed.nfc", "ntag215-blank.nfc", "ntag215-programmed.nfc",
            "ntag216-programmed.nfc", "mifare-ultralight-11-programmed.nfc",
        ])
    func signature(name: String) throws {
        let image = try TagImage(reading: TagFixtures.bytes(name))
        guard case .pages(let pages) = image.memory else { return #expect(Bool(false), "no pages") }
        let memory = pages.flatMap { $0 ?? [0, 0, 0, 0] }
        let alone = try TagImage(reading: memory)
        let signature = Array(UInt8(1)...32)
        for file in [memory + signature, Array(hexText(memory + signature).utf8)] {
            var signed = try TagImage(reading: file)
            #expect(signed.signature == signature)
            #expect(!signed.isUnknownProduct)
            signed.signature = []
            #expect(signed == alone)
        }
        // A signature of zeros means that the tag has none.
        #expect(try TagImage(reading: memory + Array(repeating: 0, count: 32)) == alone)
    }

    @Test("an Amiibo file of 572 bytes is an NTAG215 with its signature")
    func amiibo() throws {
        // The container of an Amiibo has no NDEF data.
        let head = hex("04 A1 B2 9F C3 D4 E5 F6 04 48 0F E0 F1 10 FF EE A5 00 00 00")
        let memory = head + Array(repeating: 0, count: 540 - head.count)
        let image = try TagImage(reading: memory + Array(repeating: 0xAB, count: 32))
        #expect(image.product == "NTAG215")
        #expect(image.signature == Array(repeating: 0xAB, count: 32))
        let text = String(decoding: try image.contents(as: .flipper), as: UTF8.self)
        #expect(text.contains("NTAG/Ultralight type: NTAG215\n"))
        #expect(text.contains("Pages total: 135\n"))
    }

    @Test("the last 32 bytes are not a signature if the pages before them are not a whole tag with one")
    func noSignature() throws {
        let head = hex("04 A1 B2 9F C3 D4 E5 F6 04 48 00 00")
        // 28 pages of an NTAG215, and 24 pages: an Ultralight has no signature.
        for (container, pages, product) in [
            ("E1 10 3E 00", 28, "NTAG215"), ("00 00 00 00", 24, "Type 2 Tag"),
        ] {
            let bytes = head + hex(container) + Array(repeating: 1, count: pages * 4 - 16)
            let image = try TagImage(reading: bytes)
            #expect(image.product == product)
            #expect(image.signature.isEmpty)
            #expect(image.isUnknownProduct == (product == "Type 2 Tag"))
        }
    }
}
