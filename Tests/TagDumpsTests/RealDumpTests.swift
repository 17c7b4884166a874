import Foundation
import TagDumps
import TagKit
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
    var container: String?
    /// The records on the tag in short form; empty for an empty message; nil if no message can be read.
    var records: [String]?
    var findings: [DumpFinding.Code] = []

    var testDescription: String { path }

    static let all = flipper + proxmark + mfd + tagInfo + nfctools

    private static let flipper: [RealDump] = [
        flipper(
            "Call_112", "NTAG216", "04 B8 31 3A 30 73 80", 231, "E1106D00", ["uri tel:112"], [.staleData]),
        flipper("Empty_NTAG203", "NTAG203", "04 90 56 C2 83 36 80", 42, "E1101200", []),
        flipper("Empty_NTAG213", "NTAG213", "04 39 91 C2 FC 67 80", 45, "E1101200", []),
        flipper("Empty_NTAG216", "NTAG216", "04 B8 31 3A 30 73 80", 231, "E1106D00", []),
        flipper(
            "Flipper_wifi_connect", "NTAG216", "04 B8 31 3A 30 73 80", 231, "E1106D00",
            ["media application/vnd.wfa.wsc 64"], [.staleData]),
        flipper(
            "Google", "NTAG216", "04 B8 31 3A 30 73 80", 231, "E1101200", ["uri https://google.com/?"],
            [.uidDiffers, .containerDiffers, .passwordUnknown]),
        flipper("Ntag213_locked", "NTAG213", "04 AC 6B 72 BA 6C 80", 45, "E1101200", nil, [.passwordStored]),
        flipper(
            "Ntag216", "NTAG216", "04 D9 65 0A 32 5E 80", 231, "E1106D00",
            ["uri https://m.youtube.com/watch?v=bxqLsrlakK8&feature=youtu.be"]),
        flipper(
            "Open_Android_flipper", "NTAG215", "04 8E 5B 4C 10 02 89", 135, "E1103E00",
            ["media w8/1 22", "app com.wakdev.nfctasks"]),
        flipper(
            "RickRoll", "NTAG216", "04 B8 31 3A 30 73 80", 231, "E1101200",
            ["uri https://youtu.be/dQw4w9WgXcQ"],
            [.uidDiffers, .containerDiffers, .passwordUnknown]),
        flipper(
            "Ultralight_11", "Mifare Ultralight 11", "04 15 74 F2 B0 5E 81", 20, "C1313E3F", nil,
            [.containerWrong]),
        flipper(
            "Ultralight_C", "Mifare Ultralight C", "04 BA FF CA 4D 5D 80", 48, "E1101200", [],
            [.lockControlWrong, .passwordUnknown, .staleData]),
        flipper(
            "ntag213_url_v3", "NTAG213", "04 5E C8 BA 07 4F 81", 45, "E1101200",
            ["uri https://example-church1.org"]),
        RealDump(
            path: "flipper/Slix_cap_default.nfc", format: .flipper, product: "SLIX",
            uid: "E0 04 01 08 49 D0 DC 81",
            count: 320, findings: [.notChecked]),
    ]

    private static let proxmark = [
        RealDump(
            path: "proxmark/ntag216-empty.json", format: .proxmarkJSON, product: "NTAG216",
            uid: "04 58 69 D2 9C 39 80", count: 231, container: "E1106D00", records: []),
        RealDump(
            path: "proxmark/s50-empty.bin", format: .raw, product: "Mifare Classic 1K", uid: "01 A0 62 BD",
            count: 64),
    ]

    private static let mfd = [
        mfd("hello", "32 DB 39 D4", ["text en hello, world"]),
        mfd("hi", "32 DB 39 D4", ["text en hi"]),
        // UTF-16 without a byte order mark is big endian; this file was written the other way round.
        mfd("utf16le", "32 DB 39 D4", ["text en \u{6800}\u{6900}"]),
        mfd(
            "large", "32 DB 39 D4",
            [
                "text en We the people of the United States, in Order to form a more perfect Union, establish "
                    + "Justice, insure domestic Tranquility, provide for the common defence, promote the general "
                    + "Welfare, and secure the Blessings of Liberty to ourselves and our Posterity, do ordain and "
                    + "establish this Constitution for the United States of America."
            ]),
        mfd(
            "threerecords", "FA 43 60 E6",
            ["text en hello, world", "uri http://nodejs.org", "media text/json 27"]),
        mfd("nodejsorg", "FE 97 50 9A", ["uri http://nodejs.org"]),
    ]

    private static let exampleURL = "uri http://example.com/some/more/more/1234/data.html"

    private static let tagInfo = [
        ultralight("blank", "00000000", nil), ultralight("formatted", "E1100600", []),
        ultralight("formatted_readonly", "E110060F", []), ultralight("ndef", "E1100600", [exampleURL]),
        ultralightC("blank", "00000000", nil), ultralightC("formatted", "E1101200", []),
        ultralightC("formatted_readonly", "E110120F", []), ultralightC("ndef", "E1101200", [exampleURL]),
        // The last 8 pages are not in this file.
        RealDump(
            path: "nfctools-txt/mfulc_01.txt", format: .tagInfo, product: "Type 2 Tag",
            uid: "04 AB 8F F2 4B 28 80",
            count: 40, container: "E1101200",
            records: [
                "uri http://tag.nfcquickactions.com", "text  17", "text  Droidcond", "text  2",
                "text  dGVzdA==\n",
            ], findings: [.incomplete, .staleData]),
    ]

    private static let nfctools = [
        classic("blank", nil), classic("formatted", []), classic("formatted_readonly", []),
        classic(
            "ndef", ["poster http://www.nfctools.org Hallo, this is a SmartPosterTag for NFC Tools"]),
    ]

    private static func flipper(
        _ name: String, _ product: String, _ uid: String, _ pages: Int, _ container: String,
        _ records: [String]?,
        _ findings: [DumpFinding.Code] = []
    ) -> RealDump {
        RealDump(
            path: "flipper/\(name).nfc", format: .flipper, product: product, uid: uid, count: pages,
            atqa: 0x0044,
            container: container, records: records, findings: findings)
    }

    private static func mfd(_ name: String, _ uid: String, _ records: [String]) -> RealDump {
        RealDump(
            path: "mfd/\(name).mfd", format: .raw, product: "Mifare Classic 1K", uid: uid, count: 64,
            records: records, findings: [.padded])
    }

    private static func ultralight(_ name: String, _ container: String, _ records: [String]?) -> RealDump {
        RealDump(
            path: "nfctools-txt/mful_\(name).txt", format: .tagInfo, product: "Mifare Ultralight",
            uid: "04 F2 7B A9 E4 25 80", count: 16, container: container, records: records)
    }

    private static func ultralightC(_ name: String, _ container: String, _ records: [String]?) -> RealDump {
        RealDump(
            path: "nfctools-txt/mfulc_\(name).txt", format: .tagInfo, product: "Mifare Ultralight C",
            uid: "04 CE 8F F2 4B 28 80", count: 48, container: container, records: records)
    }

    private static func classic(_ name: String, _ records: [String]?) -> RealDump {
        RealDump(
            path: "nfctools-txt/mfstd1k_\(name).txt", format: .nfctools, product: "Mifare Classic 1K",
            uid: "46 2F F1 BE", count: 64, records: records)
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

    /// A row of the table "What the Flipper files must yield": name, version, type, UID, UID=pages, BCC, CC,
    /// signature.
    @Test("every Flipper file yields what the table of its list of sources says")
    func flipperTable() throws {
        guard let folder = SharedFixtures.url("real-dumps") else { return }
        let text = try String(contentsOf: folder.appending(path: "SOURCES.md"), encoding: .utf8)
        let rows = text.split(separator: "\n").map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }.filter { $0.count == 8 && $0[0].hasSuffix(".nfc") }
        #expect(rows.count == 14)
        for row in rows {
            let data = Array(try Data(contentsOf: folder.appending(path: "flipper/\(row[0])")))
            let lines = String(decoding: data, as: UTF8.self)
            let image = try TagImage(reading: data)
            let found = image.check().map(\.code)
            #expect(lines.contains("Version: \(row[1])"), "\(row[0])")
            #expect(lines.contains("Device type: \(row[2])"), "\(row[0])")
            #expect(image.uid == hex(row[3]), "\(row[0])")
            guard row[4] != "-" else { continue }
            #expect(found.contains(.uidDiffers) == (row[4] == "NO"), "\(row[0])")
            #expect(found.contains(.checkByteWrong) == (row[5] != "ok"), "\(row[0])")
            #expect(page(3, image) == hex(row[6]), "\(row[0])")
        }
    }

    /// The single bytes that the list describes: file, page, the page's bytes.
    static let pages: [(String, Int, String)] = [
        // Factory state: Lock Control TLV, empty message, reserved byte 0xBD after the dynamic lock bytes.
        ("flipper/Empty_NTAG213.nfc", 4, "01 03 A0 0C"), ("flipper/Empty_NTAG213.nfc", 5, "34 03 00 FE"),
        ("flipper/Empty_NTAG213.nfc", 40, "00 00 00 BD"), ("flipper/Empty_NTAG216.nfc", 4, "03 00 FE 00"),
        // AUTH0 04h, PROT and CFGLCK.
        ("flipper/Ntag213_locked.nfc", 41, "04 00 00 04"), ("flipper/Ntag213_locked.nfc", 42, "C0 05 00 00"),
        // CC 0Fh and all lock bits; a message that fills the area and has no terminator.
        ("nfctools-txt/mful_formatted_readonly.txt", 2, "E8 48 FF FF"),
        ("nfctools-txt/mful_ndef.txt", 4, "03 2E D1 01"),
        ("nfctools-txt/mfulc_formatted.txt", 4, "01 03 A0 10"),
        ("nfctools-txt/mfulc_formatted.txt", 5, "44 03 00 FE"),
    ]

    @Test("single pages hold what the list of sources says of them", arguments: pages)
    func singlePages(path: String, number: Int, bytes: String) throws {
        guard let folder = SharedFixtures.url("real-dumps") else { return }
        let image = try TagImage(reading: Array(try Data(contentsOf: folder.appending(path: path))))
        #expect(page(number, image) == hex(bytes))
    }

    private func holds(_ dump: RealDump, _ data: Data) -> Bool {
        do {
            let image = try TagImage(reading: Array(data), named: dump.path)
            let message = try? image.message()
            let facts: [(String, Bool)] = [
                ("format", try DumpFormat(of: Array(data), named: dump.path) == dump.format),
                ("product", image.product == dump.product),
                ("UID", image.uid == hex(dump.uid)),
                ("ATQA", image.atqa == dump.atqa),
                ("size", count(image.memory) == dump.count),
                ("CC", dump.container.map { page(3, image) == hex($0) } ?? true),
                ("message", try message?.records.map { short(try $0.decoded()) } == dump.records),
                ("list of findings", image.check().map(\.code) == dump.findings),
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

    private func short(_ record: TypedRecord) -> String {
        switch record {
        case .uri(let uri): "uri \(uri.uri)"
        case .text(let text): "text \(text.language) \(text.text)"
        case .media(let media): "media \(media.mediaType) \(media.content.count)"
        case .androidApplication(let app): "app \(app.package)"
        case .smartPoster(let poster):
            "poster \(poster.uri.uri) \(poster.titles.map(\.text).joined(separator: ","))"
        default: "\(record)"
        }
    }
}
