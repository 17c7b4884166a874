import TagDumps
import TagKit
import TestSupport
import Testing

/// TagInfo reports of each kind of tag, with all their content besides the memory.
struct TagInfoReportTests {
    private static let message = "D1 01 0C 55 04 65 78 61 6D 70 6C 65 2E 6F 72 67"
    private static let messageSections = """
        -- NDEF ------------------------------

        # NFC data set information:
        NDEF message containing 1 record

        # Record #1: URI record:
        type: "U"
        Payload data:

        [00] 04 65 78 61 6D 70 6C 65 2E 6F 72 67             |.example.org    |

        # NDEF message:
        [00] D1 01 0C 55 04 65 78 61 6D 70 6C 65 2E 6F 72 67 |...U.example.org|

        """
    private static let legend = """

          *:locked & blocked, x:locked,
          +:blocked, .:un(b)locked, ?:unknown

        --------------------------------------
        """

    private static func report(_ chip: String, _ protocolLines: String, memory: String) -> String {
        """
        ** TagInfo scan (version 4.25.5) 2026-01-22 23:43:24 **
        Report Type: External

        -- IC INFO ------------------------------

        # IC type:
        \(chip)

        \(messageSections)
        -- FULL SCAN ------------------------------

        # Detailed protocol information:
        \(protocolLines)

        \(memory)
        """ + legend
    }

    private static func image(_ text: String) throws -> TagImage { try TagImage(reading: Array(text.utf8)) }

    private static func pages(_ count: Int, container: String) -> String {
        let head = [
            "[00] *  04:A1:B2 9F (UID0-UID2, BCC0)", "[01] *  C3:D4:E5:F6 (UID3-UID6)",
            "[02] .  04 48 00 00 (BCC1, INT, LOCK0-LOCK1)", "[03] .  \(container) (OTP0-OTP3)",
            "[04] .  03 10 D1 01 |....|", "[05] .  0C 55 04 65 |.U.e|", "[06] .  78 61 6D 70 |xamp|",
            "[07] .  6C 65 2E 6F |le.o|", "[08] .  72 67 FE 00 |rg..|",
        ]
        let rest = (9..<count).map { "[\(String(format2($0)))] .  00 00 00 00 |....|" }
        return (["# Memory content:"] + head + rest).joined(separator: "\n")
    }

    private static func format2(_ number: Int) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
    }

    static let chips: [(String, String, Int, String)] = [
        ("MIFARE Ultralight (MF0ICU1)", "Mifare Ultralight", 16, "E1 10 06 00"),
        ("MIFARE Ultralight C (MF0ICU2)", "Mifare Ultralight C", 48, "E1 10 12 00"),
        ("MIFARE Ultralight EV1 (MF0UL11)", "Mifare Ultralight 11", 20, "E1 10 06 00"),
        ("MIFARE Ultralight EV1 (MF0UL21)", "Mifare Ultralight 21", 41, "E1 10 10 00"),
        ("NTAG210", "NTAG210", 20, "E1 10 06 00"), ("NTAG212", "NTAG212", 41, "E1 10 10 00"),
        ("NTAG210\u{3BC}", "Mifare Ultralight", 16, "E1 10 06 00"),
        ("NTAG203(F)", "NTAG203", 42, "E1 10 12 00"), ("NTAG213", "NTAG213", 45, "E1 10 12 00"),
        ("NTAG215", "NTAG215", 135, "E1 10 3E 00"), ("NTAG216", "NTAG216", 231, "E1 10 6D 00"),
    ]

    @Test("T-3: rows above the memory section are not memory, for every chip", arguments: chips.indices)
    func typeTwo(index: Int) throws {
        let (words, product, count, container) = Self.chips[index]
        let text = Self.report(
            words, "ID: 04:A1:B2:C3:D4:E5:F6\nATQA: 0x4400\nSAK: 0x00",
            memory: Self.pages(count, container: container))
        // Forums remove the `#`.
        for text in [text, text.replacing("# ", with: "")] {
            let image = try Self.image(text)
            #expect(image.product == product)
            #expect(image.uid == hex("04 A1 B2 C3 D4 E5 F6"))
            #expect(image.atqa == 0x0044)
            #expect(image.sak == 0)
            guard case .pages(let pages) = image.memory else { return #expect(Bool(false), "no pages") }
            #expect(pages.count == count)
            #expect(try image.message().records.map(CaseFiles.url) == ["https://example.org"])
        }
    }

    @Test("T-3: rows above the blocks of a Classic are no blocks")
    func classic() throws {
        let blocks = (0..<64).map { block -> String in
            let head = block % 4 == 0 ? "Sector \(block / 4) (0x00)\n" : ""
            if block == 0 {
                return head + "[00] r--  E2 F8 0C 77 61 88 04 00 C8 23 00 20 00 00 00 18 |...wa....#. ....|"
            }
            if block % 4 == 3 {
                return "[\(Self.format2(block))] wxx  FF:FF:FF:FF:FF:FF FF:07:80 69 --:--:--:--:--:--\n"
                    + "          Factory default key           Factory default key (readable)\n"
            }
            return head
                + "[\(Self.format2(block))] rwi  00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 |................|"
        }
        let text = Self.report(
            "MIFARE Classic EV1 (MF1S50)", "ID: E2:F8:0C:77\nATQA: 0x0400\nSAK: 0x08",
            memory: "# Memory content:\n" + blocks.joined(separator: "\n"))
        let image = try Self.image(text)
        #expect(image.product == "Mifare Classic 1K")
        #expect(image.uid == hex("E2 F8 0C 77"))
        #expect(image.atqa == 0x0004)
        guard case .blocks(let found) = image.memory else { return #expect(Bool(false), "no blocks") }
        #expect(found[3].prefix(10).elementsEqual(hex("FF FF FF FF FF FF FF 07 80 69").map(Optional.some)))
        #expect(found[3].dropFirst(10).allSatisfy { $0 == nil })
    }

    static let container = "00 0F 20 00 3A 00 34 04 06 E1 04 08 00 00 00"

    @Test("T-4: a Type 4 tag of another maker is built from its message and container")
    func typeFourFromMessage() throws {
        let text = Self.report(
            "MIFARE DESFire EV1 (MF3ICD41)",
            "ID: 04:A1:B2:C3:D4:E5:F6\nATQA: 0x4403\nSAK: 0x20\nATS: 0x067577810280",
            memory: """
                # NDEF Capability Container (CC):
                Mapping version: 2.0
                NDEF file ID: 0xE104
                [00] \(Self.container) |.. .:.4........ |

                # Memory content:

                Application ID 0x000000 (PICC)
                * Default master key

                Application ID 0x010000
                File ID 0x01: Standard data file, 15 bytes
                ~ Contents:
                [0000] \(Self.container) |.. .:.4........ |
                File ID 0x02: Standard data file, 2048 bytes
                [0000] 00 10 \(Self.message.prefix(41))
                """)
        let image = try Self.image(text)
        #expect(image.product == "MIFARE DESFire EV1 (MF3ICD41)")
        #expect(image.ats == hex("75 77 81 02 80"))
        #expect(
            image.memory
                == .files([
                    .init(id: 0xE103, bytes: hex(Self.container)),
                    .init(id: 0xE104, bytes: hex("00 10 " + Self.message)),
                ]))
        #expect(try image.message().records.map(CaseFiles.url) == ["https://example.org"])
    }

    static let refusals: [(String, DumpError.Code)] = [
        ("MIFARE DESFire EV1", .unsupportedType), ("NTAG213", .missingField),
    ]

    @Test(
        "a report without the memory that it would need is refused with the reason",
        arguments: refusals.indices)
    func refuses(index: Int) throws {
        let (chip, code) = Self.refusals[index]
        let text = """
            ** TagInfo scan (version 4.25.5) 2026-01-22 23:43:24 **
            # IC type:
            \(chip)
            # Record #1: URI record:
            [00] 04 65 78 61 6D 70 6C 65 2E 6F 72 67             |.example.org    |
            """
        let error = #expect(throws: DumpError.self) { try Self.image(text) }
        #expect(error?.code == code)
        #expect(error?.remedy.contains("full scan") == true)
    }

    @Test("T-4: rows that are sixteen bytes apart are no blocks, also where nothing names the chip")
    func offsetsWithoutName() {
        let rows = (0..<4).map {
            "[\(Self.format2($0 * 16))] 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
        }
        let error = #expect(throws: DumpError.self) { try Self.image(rows.joined(separator: "\n")) }
        #expect(error?.code == .unsupportedType)
    }

    @Test("a tag of ISO 15693 is named, and its rows are no pages")
    func vicinity() throws {
        let text = Self.report(
            "ICODE SLIX", "ID: E0:04:01:50:12:34:56:78\nAFI: 0x00",
            memory: "# Memory content:\n[00] . E1 40 0E 01 |.@..|\n[01] . 03 00 FE 00 |....|")
        let image = try Self.image(text)
        #expect(image.product == "ICODE SLIX")
        #expect(image.uid.count == 8)
        #expect(image.memory == .opaque(hex("E1 40 0E 01 03 00 FE 00")))
    }

    @Test("GET_VERSION and the signature are taken from a report that shows them")
    func answers() throws {
        let text =
            Self.pages(45, container: "E1 10 12 00") + """

                # Version information:
                Vendor ID: NXP (0x04)
                Type: NTAG (0x04)
                Subtype: 50 pF (0x02)
                Major version: 1 (0x01)
                Minor version: V0 (0x00)
                Storage size: 144 bytes (0x0F)
                Protocol: ISO/IEC 14443-3 (0x03)
                # Originality check:
                Signature verified with NXP public key
                ECDSA signature:
                * r: 0x4F3E3ED31C3D7F46A8A5B169CEF6BB05
                * s: 0x7987F213DBD2621C59AF77FB02D0FAF6
                """
        let image = try Self.image(text)
        #expect(image.version == hex("00 04 04 02 01 00 0F 03"))
        #expect(image.signature == hex("4F3E3ED31C3D7F46A8A5B169CEF6BB05 7987F213DBD2621C59AF77FB02D0FAF6"))
    }
}
