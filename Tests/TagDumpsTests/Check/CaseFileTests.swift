import Foundation
import TagDumps
import TagKit
import TestSupport
import Testing

/// Tag files from public reports, in `fixtures/cases`.
enum CaseFiles {
    static let folder = SharedFixtures.projectFolder.appending(path: "fixtures/cases")

    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }

    /// The URL of a record; empty for a record of another kind.
    static func url(_ record: NDEFRecord) throws -> String {
        if case .uri(let uri) = try record.decoded() { uri.uri } else { "" }
    }

    static func image(_ name: String) throws -> TagImage {
        try TagImage(reading: bytes(name), named: name)
    }
}

/// A file and its expected content.
struct CaseFile: CustomTestStringConvertible {
    /// The id in the list of reports.
    let id: String
    let name: String
    let format: DumpFormat
    let product: String
    /// The number of pages, blocks or files.
    let count: Int
    var uid = "04 A1 B2 C3 D4 E5 F6"
    var findings: [DumpFinding.Code] = []
    /// The URL on the tag; nil if it has no message or an empty one.
    var url: String?

    var testDescription: String { "\(id) \(name)" }

    private static let user = "https://info.example.org/?user=00000000-0000-4000-8000-000000000001"
    private static let seat = "example.org/give?seat=A1"
    private static let dna =
        "https://choose.example.org/ntag424?e=\(String(repeating: "0", count: 32))"
        + "&c=\(String(repeating: "0", count: 16))"

    static let all = [
        CaseFile(
            id: "T-3", name: "taginfo-full-ndef.txt", format: .tagInfo, product: "NTAG213", count: 45,
            findings: [.incomplete, .incomplete], url: user),
        CaseFile(
            id: "T-4", name: "taginfo-ntag424-file.txt", format: .tagInfo, product: "NTAG 424 DNA", count: 1,
            uid: "", findings: [.incomplete], url: dna),
        CaseFile(
            id: "T-6", name: "t4t-long.nfc", format: .flipper, product: "Type 4 Tag", count: 1,
            findings: [.incomplete], url: dna),
        CaseFile(
            id: "T-7", name: "nfctools-android.txt", format: .nfcToolsApp, product: "NTAG213", count: 45,
            url: user),
        CaseFile(
            id: "T-7", name: "taginfo.xml", format: .tagInfoXML, product: "NTAG213", count: 45, url: user),
        CaseFile(id: "T-7", name: "nfcpy-rows.txt", format: .nfcpy, product: "NTAG213", count: 45, url: user),
        CaseFile(
            id: "T-8", name: "m215-134.json", format: .proxmarkJSON, product: "NTAG215", count: 135,
            findings: [.incomplete], url: "https://\(seat)"),
        CaseFile(
            id: "T-8", name: "p1435.json", format: .proxmarkJSON, product: "NTAG213", count: 45,
            uid: "53 5C 4D EE 02 1F 00", findings: [.incomplete], url: "https://\(seat)"),
        CaseFile(
            id: "T-8", name: "p216-230.json", format: .proxmarkJSON, product: "NTAG216", count: 231,
            findings: [.incomplete], url: "https://\(seat)"),
        CaseFile(
            id: "T-9", name: "ev1.bin", format: .raw, product: "Mifare Classic EV1 1K", count: 72,
            uid: "11 22 33 44"),
        CaseFile(
            id: "T-9", name: "ev1.eml", format: .eml, product: "Mifare Classic EV1 1K", count: 72,
            uid: "11 22 33 44"),
        CaseFile(
            id: "T-9", name: "ev1.json", format: .proxmarkJSON, product: "Mifare Classic EV1 1K", count: 72,
            uid: "11 22 33 44"),
        CaseFile(
            id: "T-9", name: "2k.bin", format: .raw, product: "Mifare Classic 2K", count: 128,
            uid: "11 22 33 44"),
        CaseFile(
            id: "T-10", name: "mik41.nfc", format: .flipper, product: "Mifare Ultralight 21", count: 41,
            uid: "34 BF AB B1 AE 73 D6", findings: [.passwordUnknown]),
        CaseFile(
            id: "T-11", name: "taginfo-nondef.txt", format: .tagInfo, product: "NTAG213", count: 45,
            findings: [.incomplete, .incomplete], url: user),
        CaseFile(
            id: "T-12", name: "n215-133.nfc", format: .flipper, product: "NTAG215", count: 135,
            findings: [.incomplete]),
        CaseFile(
            id: "low", name: "ntag203-64.mfd", format: .raw, product: "NTAG203", count: 42,
            findings: [.incomplete], url: "https://\(seat)"),
        CaseFile(
            id: "low", name: "ulc-3772-wrap.nfc", format: .flipper, product: "Mifare Ultralight C", count: 48,
            findings: [.incomplete, .passwordUnknown], url: "https://example.org/give/A1"),
        CaseFile(
            id: "low", name: "ada215.nfc", format: .flipper, product: "NTAG215", count: 135,
            findings: [.lockControlWrong], url: "https://example.org/give/A1"),
    ]
}

struct CaseFileTests {
    @Test("T-3 to T-12: a file that people have reads as the tag that it is of", arguments: CaseFile.all)
    func reads(file: CaseFile) throws {
        let bytes = try CaseFiles.bytes(file.name)
        #expect(try DumpFormat(of: bytes, named: file.name) == file.format)
        let image = try TagImage(reading: bytes, named: file.name)
        #expect(image.product == file.product)
        #expect(image.uid == hex(file.uid))
        switch image.memory {
        case .pages(let pages): #expect(pages.count == file.count)
        case .blocks(let blocks): #expect(blocks.count == file.count)
        case .files(let files): #expect(files.count == file.count)
        case .opaque: Issue.record("no memory")
        }
        #expect(image.check().map(\.code) == file.findings, "\(image.check().map(\.summary))")
        let first = (try? image.message())?.records.first
        #expect(try first.map(CaseFiles.url) == file.url)
    }

    @Test("T-3 to T-12: such a file converts to what names each loss, and back", arguments: CaseFile.all)
    func converts(file: CaseFile) throws {
        var image = try CaseFiles.image(file.name)
        image.paddingBytes = 0
        for format in DumpFormat.writable {
            do {
                let there = try image.converted(to: format)
                let copy = try TagImage(reading: there.contents)
                #expect(there.losses.isEmpty == (copy == image), "\(format)")
                let back = try copy.converted(to: .flipper)
                #expect(try TagImage(reading: back.contents) == copy || !back.losses.isEmpty, "\(format)")
            } catch {
                #expect([.notRepresentable, .incomplete].contains(error.code), "\(format): \(error)")
            }
        }
    }

    @Test("T-8: a dump that lacks its last pages becomes a Flipper file with all of them announced")
    func flipperOfIncomplete() throws {
        for (name, total, read) in [
            ("m215-134.json", 135, 134), ("p1435.json", 45, 44), ("p216-230.json", 231, 230),
        ] {
            let text = String(decoding: try CaseFiles.image(name).contents(as: .flipper), as: UTF8.self)
            #expect(text.contains("Pages total: \(total)\nPages read: \(read)\n"), "\(name)")
        }
    }

    @Test("T-11: lock bytes, AUTH0 and ACCESS of rows that are known in part are kept, and the rest is named")
    func knownInPart() throws {
        let image = try CaseFiles.image("taginfo-nondef.txt")
        guard case .pages(let pages) = image.memory else { return #expect(Bool(false), "no pages") }
        #expect(pages[40] == hex("00 00 00 BD"))
        #expect(pages[41] == hex("04 00 00 FF"))
        #expect(pages[42] == hex("00 05 00 00"))
        #expect(image.partlyUnknown == [42: [2, 3]])
        #expect(pages[43] == nil && pages[44] == nil)
        #expect(image.atqa == 0x0044)
        #expect(image.sak == 0x00)
        let flipper = try image.converted(to: .flipper)
        #expect(
            flipper.losses.map(\.summary)
                == ["the information that 2 bytes are unknown (they become zeros)"])
        #expect(
            try image.converted(to: .proxmarkJSON).losses.map(\.summary) == [
                "the information that 10 bytes are unknown (they become zeros)"
            ])
        let text = try image.converted(to: .tagInfo)
        #expect(String(decoding: text.contents, as: UTF8.self).contains("[2A] . 00 05 ?? ??\n"))
    }

    @Test("a key file is refused by name", arguments: [60, 192, 216, 384, 480])
    func keyFile(size: Int) throws {
        let keys =
            size == 192 ? try CaseFiles.bytes("proxmark-keys-192.bin") : Array(repeating: 0xFF, count: size)
        let texts = [
            keys, Array(String(repeating: "FF", count: size).utf8),
            Array(String(repeating: "A0A1A2A3A4A5\n", count: size / 6).utf8),
            Array("# keys\n\(String(repeating: "ffffffffffff\r\n", count: size / 6))".utf8),
        ]
        for text in texts {
            let error = #expect(throws: DumpError.self) { try TagImage(reading: text) }
            #expect(
                error?.summary.contains("this is a key file") == true, "\(error.map { "\($0)" } ?? "read")")
        }
    }

    @Test("Flipper's file of keys is refused by name")
    func flipperKeys() {
        let text = "Filetype: Flipper NFC keys\nVersion: 1\nMifare Classic type: 1K\n"
        let error = #expect(throws: DumpError.self) { try TagImage(reading: Array(text.utf8)) }
        #expect(error?.summary.contains("this is a key file") == true)
    }

    @Test("an Ultralight C with one wrong check byte is no key file")
    func damagedUltralightC() throws {
        var bytes = [UInt8](repeating: 0, count: 192)
        bytes.replaceSubrange(0..<16, with: hex("04 CE 8F CD F2 4B 28 80 11 48 00 00 E1 10 12 00"))
        for place in [3, 8] {
            var damaged = bytes
            damaged[place] ^= 0x10
            #expect(try TagImage(reading: damaged).product == "Mifare Ultralight C")
        }
    }
}
