import TagDumps
import TagKit
import TestSupport
import Testing

/// Device types other than NTAG and Classic: Type 4 tags, and tags without memory.
struct FlipperKindTests {
    private static func file(
        _ type: String, _ lines: [String], version: Int = 4, uid: String = "04 A1 B2 C3 D4 E5 F6"
    )
        -> [UInt8]
    {
        let head = [
            "Filetype: Flipper NFC device", "Version: \(version)", "Device type: \(type)", "UID: \(uid)",
        ]
        return Array(((head + lines).joined(separator: "\n") + "\n").utf8)
    }

    private func code(_ bytes: [UInt8]) -> DumpError.Code? {
        do throws(DumpError) {
            _ = try TagImage(reading: bytes)
            return nil
        } catch {
            return error.code
        }
    }

    private static let iso = [
        "ATQA: 03 44", "SAK: 20", "T0: 77", "TA(1): 77", "TB(1): 71", "TC(1): 02", "T1...Tk: 80",
    ]

    @Test("T-6: a message on a Type 4 tag is read from one line, from several, and from none")
    func typeFour() throws {
        let message = "D1 01 0C 55 04 65 78 61 6D 70 6C 65 2E 6F 72 67"
        let short = try TagImage(
            reading: Self.file("Type 4 Tag", Self.iso + ["NDEF Data Size: 16", "NDEF Data: \(message)"]))
        #expect(try short.message().records.map(CaseFiles.url) == ["https://example.org"])
        #expect(short.ats == hex("77 77 71 02 80"))
        let split = try TagImage(
            reading: Self.file(
                "Type 4 Tag",
                Self.iso + [
                    "NDEF Data Size: 16", "NDEF Data: \(message.prefix(23))",
                    "NDEF Data: \(message.dropFirst(24))",
                ]))
        #expect(split == short)
        let empty = try TagImage(reading: Self.file("Type 4 Tag", Self.iso + ["NDEF Data Size: 0"]))
        #expect(try empty.message().records.isEmpty)
        let there = try short.converted(to: .flipper)
        #expect(there.losses.isEmpty)
        #expect(try TagImage(reading: there.contents) == short)
    }

    static let refusals: [(String, [String], DumpError.Code)] = [
        ("Type 4 Tag", ["NDEF Data Size: 17", "NDEF Data: D1"], .wrongLength),
        ("Type 4 Tag", ["NDEF Data Size: 0", "NDEF Data: D1"], .wrongLength),
        ("Type 4 Tag", ["NDEF Data Size: 65534"], .outOfRange),
        ("Type 4 Tag", ["NDEF Data: D1"], .missingField),
        ("Type 4 Tag", ["NDEF Data Size: 1", "NDEF Data: G1"], .malformedLine),
        ("Type 4 Tag", ["NDEF Data Size: 0", "NDEF Data Size: 0"], .duplicateField),
        ("FeliCa", ["UID: 00"], .duplicateField),
        ("Mifare Classic", ["Mifare Classic type: 1K", "Mifare Classic type: 1K"], .duplicateField),
        ("NTAG216", ["Pages total: 1", "Page 0: 00 00 00 00", "Page 0: 00 00 00 00"], .duplicateField),
    ]

    @Test("refuses repeated keys where they would hide one another", arguments: refusals.indices)
    func refuses(index: Int) {
        let (type, lines, expected) = Self.refusals[index]
        #expect(code(Self.file(type, lines)) == expected)
    }

    @Test("T-6: a FeliCa with several systems, trees and repeated keys is named", arguments: [2, 3, 4])
    func feliCa(version: Int) throws {
        let system = [
            "Area found: 1", "Area 000: | Code 0000 | Services #000-#002 |", "Service found: 1",
            "Service 000: | Code 008B | Attrib. 0B | Public  | Random | Read Only  |", "Directory Tree: ",
            "+++ ... are public services", "||| ... are private services", "- AREA_0000/", "|- serv_008B",
            "Public blocks read: 1",
            "Block 0000: | Service code 008B | Block index 00 | Data: 00 00 00 00 00 00 00 00 20 00 00 0A 00 00 01 E3 |",
        ]
        let lines =
            [
                "Data format version: 2", "Manufacture id: 01 02 03 04 05 06 07 08", "System found: 2",
                "System 00: 0003",
            ]
            + system + ["System 01: FE00"] + system
        let image = try TagImage(
            reading: Self.file("FeliCa", lines, version: version, uid: "01 02 03 04 05 06 07 08"))
        #expect(image.product == "FeliCa")
        #expect(image.uid == hex("01 02 03 04 05 06 07 08"))
        #expect(image.memory == .opaque([]))
    }

    @Test(
        "other kinds are named, with their selection",
        arguments: [
            "ISO14443-3A", "ISO14443-3B", "ISO14443-4B", "Mifare DESFire", "Mifare Plus", "NTAG4xx", "EMV",
            "UID",
        ])
    func named(type: String) throws {
        let image = try TagImage(
            reading: Self.file(type, Self.iso + ["Key: 1", "Key: 2", "a line without a colon"]))
        #expect(image.product == type)
        #expect(image.sak == 0x20)
        #expect(throws: DumpError.self) { try image.converted(to: .flipper) }
    }
}
