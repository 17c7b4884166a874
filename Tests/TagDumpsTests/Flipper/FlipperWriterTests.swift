import SimulationKit
import TagDumps
import TestSupport
import Testing

struct FlipperWriterTests {
    @Test("a file that was written reads as the same image", arguments: propertySeeds)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for image in [
            RandomImages.typeTwo(&generator), RandomImages.classic(&generator),
            RandomImages.typeFour(&generator),
        ] {
            let file = try image.contents(as: .flipper)
            #expect(try TagImage(reading: file) == image)
        }
    }

    @Test("lays a Type 2 tag out as the firmware does")
    func typeTwoLayout() throws {
        var image = TagImage(
            product: "Mifare Ultralight 11", uid: hex("04 15 74 F2 B0 5E 81"),
            memory: .pages([hex("04 15 74 ED"), nil, hex("9D 48 00 00"), nil]))
        image.atqa = 0x0044
        image.sak = 0
        image.version = hex("00 04 03 01 01 00 0B 03")
        image.counters = [1, 2, 16_777_215]
        image.tearing = [0xBD, 0xBD, 0]
        image.failedAuthentications = 0
        let zeros = Array(repeating: "00", count: 32).joined(separator: " ")
        #expect(
            String(decoding: try image.contents(as: .flipper), as: UTF8.self) == """
                Filetype: Flipper NFC device
                Version: 4
                # Device type can be ISO14443-3A, ISO14443-4A, NTAG/Ultralight, Mifare Classic, TapKit Type 4
                Device type: NTAG/Ultralight
                # UID is common for all formats
                UID: 04 15 74 F2 B0 5E 81
                # ISO14443-3A specific data
                ATQA: 00 44
                SAK: 00
                # NTAG/Ultralight specific data
                Data format version: 2
                NTAG/Ultralight type: Mifare Ultralight 11
                Signature: \(zeros)
                Mifare version: 00 04 03 01 01 00 0B 03
                Counter 0: 1
                Tearing 0: BD
                Counter 1: 2
                Tearing 1: BD
                Counter 2: 16777215
                Tearing 2: 00
                Pages total: 4
                Pages read: 3
                Page 0: 04 15 74 ED
                Page 1: ?? ?? ?? ??
                Page 2: 9D 48 00 00
                Page 3: 00 00 00 00
                Failed authentication attempts: 0

                """)
    }

    @Test("lays a Type 4 tag out as docs/tag-files.md says")
    func typeFourLayout() throws {
        var image = TagImage(
            product: "NTAG 424 DNA", uid: hex("04 77 D1 4A 35 6E 80"),
            memory: .files([
                .init(id: 0xE104, bytes: Array(0..<18)), .init(id: 0xE103, bytes: hex("00 0F")),
                .init(id: 0xE105, bytes: []),
            ]))
        image.atqa = 0x0344
        image.sak = 0x20
        image.ats = hex("77 77 71 02 80")
        let text = String(decoding: try image.contents(as: .flipper), as: UTF8.self)
        #expect(
            text.hasSuffix(
                """
                # ISO14443-4A specific data
                ATS: 06 77 77 71 02 80
                # Type 4 specific data, described in docs/tag-files.md of tapctl
                Product: NTAG 424 DNA
                File E103 size: 2
                File E103 0000: 00 0F
                File E104 size: 18
                File E104 0000: 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F
                File E104 0010: 10 11
                File E105 size: 0

                """))
    }

    static let unwritable: [(String, TagImage, DumpError.Code)] = [
        ("no UID", TagImage(product: "NTAG213", uid: [], memory: .pages([nil])), .incomplete),
        ("SLIX", TagImage(product: "SLIX", uid: [1, 2, 3, 4], memory: .opaque([])), .notRepresentable),
        ("no pages", TagImage(product: "NTAG213", uid: [1, 2, 3, 4], memory: .pages([])), .notRepresentable),
        (
            "a page of 5",
            TagImage(product: "NTAG213", uid: [1, 2, 3, 4], memory: .pages([[1, 2, 3, 4, 5]])),
            .notRepresentable
        ),
        (
            "3 blocks", TagImage(product: "Classic", uid: [1, 2, 3, 4], memory: .blocks([[], [], []])),
            .notRepresentable
        ),
        (
            "a line break", TagImage(product: "A\nB", uid: [1, 2, 3, 4], memory: .pages([nil])),
            .notRepresentable
        ),
        (
            "a file twice",
            TagImage(
                product: "T4", uid: [1, 2, 3, 4],
                memory: .files([.init(id: 1, bytes: []), .init(id: 1, bytes: [])])),
            .notRepresentable
        ),
        (
            "a file of 65,536 bytes",
            TagImage(
                product: "T4", uid: [1, 2, 3, 4],
                memory: .files([.init(id: 1, bytes: Array(repeating: 0, count: 65_536))])), .notRepresentable
        ),
    ]

    @Test("refuses an image that could not be read back", arguments: unwritable.indices)
    func refuses(index: Int) {
        let (name, image, code) = Self.unwritable[index]
        do {
            _ = try image.contents(as: .flipper)
            Issue.record("\(name) was written")
        } catch {
            #expect(error.code == code, "\(name)")
        }
    }
}
