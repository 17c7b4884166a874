import Foundation
import TagDumps
import TestSupport
import Testing

/// One file of `../shared/fixtures/real-dumps` and what its `SOURCES.md` says of it.
struct RealDump: CustomTestStringConvertible {
    let path: String
    let format: DumpFormat
    let product: String
    let uid: String
    /// Pages, blocks or bytes.
    let count: Int
    var atqa: UInt16?
    var uidFitsPages = true
    var container: String?

    var testDescription: String { path }

    static let all: [RealDump] =
        [
            flipper("Call_112", "NTAG216", "04 B8 31 3A 30 73 80", 231, "E1106D00"),
            flipper("Empty_NTAG203", "NTAG203", "04 90 56 C2 83 36 80", 42, "E1101200"),
            flipper("Empty_NTAG213", "NTAG213", "04 39 91 C2 FC 67 80", 45, "E1101200"),
            flipper("Empty_NTAG216", "NTAG216", "04 B8 31 3A 30 73 80", 231, "E1106D00"),
            flipper("Flipper_wifi_connect", "NTAG216", "04 B8 31 3A 30 73 80", 231, "E1106D00"),
            flipper("Google", "NTAG216", "04 B8 31 3A 30 73 80", 231, "E1101200", uidFitsPages: false),
            flipper("Ntag213_locked", "NTAG213", "04 AC 6B 72 BA 6C 80", 45, "E1101200"),
            flipper("Ntag216", "NTAG216", "04 D9 65 0A 32 5E 80", 231, "E1106D00"),
            flipper("Open_Android_flipper", "NTAG215", "04 8E 5B 4C 10 02 89", 135, "E1103E00"),
            flipper("RickRoll", "NTAG216", "04 B8 31 3A 30 73 80", 231, "E1101200", uidFitsPages: false),
            flipper("Ultralight_11", "Mifare Ultralight 11", "04 15 74 F2 B0 5E 81", 20, "C1313E3F"),
            flipper("Ultralight_C", "Mifare Ultralight C", "04 BA FF CA 4D 5D 80", 48, "E1101200"),
            flipper("ntag213_url_v3", "NTAG213", "04 5E C8 BA 07 4F 81", 45, "E1101200"),
            RealDump(
                path: "flipper/Slix_cap_default.nfc", format: .flipper, product: "SLIX",
                uid: "E0 04 01 08 49 D0 DC 81", count: 320),
            RealDump(
                path: "proxmark/ntag216-empty.json", format: .proxmarkJSON, product: "NTAG216",
                uid: "04 58 69 D2 9C 39 80", count: 231, container: "E1106D00"),
            RealDump(
                path: "proxmark/s50-empty.bin", format: .raw, product: "Mifare Classic 1K",
                uid: "01 A0 62 BD",
                count: 64),
        ] + ["hello", "large", "hi", "utf16le"].map { mfd($0, "32 DB 39 D4") }
        + [mfd("threerecords", "FA 43 60 E6"), mfd("nodejsorg", "FE 97 50 9A")] + nfctools

    private static let nfctools: [RealDump] =
        [
            ("blank", "00000000"), ("formatted", "E1100600"), ("formatted_readonly", "E110060F"),
            ("ndef", "E1100600"),
        ]
        .map { text("mful_\($0)", .tagInfo, "Mifare Ultralight", "04 F2 7B A9 E4 25 80", 16, $1) }
        + [
            ("blank", "00000000"), ("formatted", "E1101200"), ("formatted_readonly", "E110120F"),
            ("ndef", "E1101200"),
        ].map { text("mfulc_\($0)", .tagInfo, "Mifare Ultralight C", "04 CE 8F F2 4B 28 80", 48, $1) }
        + [text("mfulc_01", .tagInfo, "Type 2 Tag", "04 AB 8F F2 4B 28 80", 40, "E1101200")]
        + ["blank", "formatted", "formatted_readonly", "ndef"].map {
            text("mfstd1k_\($0)", .nfctools, "Mifare Classic 1K", "46 2F F1 BE", 64, nil)
        }

    private static func flipper(
        _ name: String, _ product: String, _ uid: String, _ pages: Int, _ container: String,
        uidFitsPages: Bool = true
    ) -> RealDump {
        RealDump(
            path: "flipper/\(name).nfc", format: .flipper, product: product, uid: uid, count: pages,
            atqa: 0x0044,
            uidFitsPages: uidFitsPages, container: container)
    }

    private static func mfd(_ name: String, _ uid: String) -> RealDump {
        RealDump(path: "mfd/\(name).mfd", format: .raw, product: "Mifare Classic 1K", uid: uid, count: 64)
    }

    private static func text(
        _ name: String, _ format: DumpFormat, _ product: String, _ uid: String, _ count: Int,
        _ container: String?
    ) -> RealDump {
        RealDump(
            path: "nfctools-txt/\(name).txt", format: format, product: product, uid: uid, count: count,
            container: container)
    }
}

struct RealDumpTests {
    @Test("every real dump reads as its list of sources says")
    func all() throws {
        guard let folder = SharedFixtures.url("real-dumps") else {
            print("not tested, no such folder: ../shared/fixtures/real-dumps")
            return
        }
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
            $0.contains("/") && $0 != "SOURCES.md"
        }
        #expect(Set(files) == Set(RealDump.all.map(\.path)))
        var held = 0
        for dump in RealDump.all where holds(dump, try Data(contentsOf: folder.appending(path: dump.path))) {
            held += 1
        }
        #expect(held == files.count)
        SharedFixtures.report("real-dumps", held: held, of: files.count)
    }

    private func holds(_ dump: RealDump, _ data: Data) -> Bool {
        do {
            let image = try TagImage(reading: Array(data), named: dump.path)
            let facts: [(String, Bool)] = [
                ("format", try DumpFormat(of: Array(data), named: dump.path) == dump.format),
                ("product", image.product == dump.product),
                ("UID", image.uid == hex(dump.uid)),
                ("ATQA", image.atqa == dump.atqa),
                ("size", count(image.memory) == dump.count),
                ("CC", dump.container.map { page(3, image) == hex($0) } ?? true),
                ("UID in the pages", fits(image) == dump.uidFitsPages),
            ]
            for (name, holds) in facts where !holds {
                Issue.record("\(dump.path): \(name) differs: \(image.uid) \(image.product)")
            }
            return facts.allSatisfy(\.1)
        } catch {
            Issue.record("\(dump.path): \(error)")
            return false
        }
    }

    private func count(_ memory: TagImage.Memory) -> Int {
        switch memory {
        case .pages(let pages): pages.count
        case .blocks(let blocks): blocks.count
        case .files(let files): files.count
        case .opaque(let bytes): bytes.count
        }
    }

    private func page(_ number: Int, _ image: TagImage) -> [UInt8]? {
        guard case .pages(let pages) = image.memory else { return nil }
        return pages[number]
    }

    private func fits(_ image: TagImage) -> Bool {
        guard let first = page(0, image), let second = page(1, image) else { return true }
        return image.uid == first.prefix(3) + second
    }
}
