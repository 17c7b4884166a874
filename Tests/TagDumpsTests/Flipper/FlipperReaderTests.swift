import TagDumps
import TestSupport
import Testing

struct FlipperReaderTests {
    /// A small tag in the newest form; lines can be put in the place of others.
    static func file(_ changes: [String: String?] = [:], adding more: [String] = []) -> [UInt8] {
        var lines = [
            "Filetype: Flipper NFC device", "Version: 4", "Device type: NTAG/Ultralight",
            "UID: 04 F2 7B A9 E4 25 80", "ATQA: 00 44", "SAK: 00", "Data format version: 2",
            "NTAG/Ultralight type: Mifare Ultralight", "Counter 0: 7", "Tearing 0: BD", "Pages total: 16",
            "Pages read: 16", "Page 0: 04 F2 7B 05", "Page 1: A9 E4 25 80", "Page 2: E8 48 00 00",
            "Page 3: E1 10 06 00",
        ]
        lines += (4..<16).map { "Page \($0): 00 00 00 00" }
        lines += more
        let changed = lines.compactMap { line in
            let key = String(line.prefix { $0 != ":" })
            return changes[key].map { $0.map { "\(key): \($0)" } } ?? line
        }
        return Array((changed.joined(separator: "\n") + "\n").utf8)
    }

    static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func error(_ bytes: [UInt8]) -> DumpError? {
        do {
            _ = try TagImage(reading: bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test("reads every line of the form")
    func plain() throws {
        let image = try TagImage(reading: Self.file(adding: ["Failed authentication attempts: 3"]))
        #expect(image.product == "Mifare Ultralight")
        #expect(image.uid == hex("04 F2 7B A9 E4 25 80"))
        #expect(image.atqa == 0x0044)
        #expect(image.sak == 0x00)
        #expect(image.counters == [7, 0, 0])
        #expect(image.tearing == [0xBD, 0, 0])
        #expect(image.failedAuthentications == 3)
        guard case .pages(let pages) = image.memory else { return #expect(Bool(false), "no pages") }
        #expect(pages.count == 16)
        #expect(pages[3] == hex("E1 10 06 00"))
    }

    @Test("CRLF, comments, empty lines, a byte order mark and another order change nothing")
    func layout() throws {
        let plain = try TagImage(reading: Self.file())
        let lines = String(decoding: Self.file(), as: UTF8.self).split(separator: "\n")
        let carriageReturns = lines.map { "\($0)  \r\n" }.joined()
        #expect(try TagImage(reading: Self.text("\u{FEFF}# made by hand\n\n" + carriageReturns)) == plain)
        #expect(
            try TagImage(reading: Self.text("# turned\n" + lines.reversed().joined(separator: "\n"))) == plain
        )
    }

    @Test("version 2 has ATQA low byte first, 3 and 4 high byte first", arguments: [2, 3, 4])
    func atqa(version: Int) throws {
        let image = try TagImage(
            reading: Self.file(["Version": "\(version)", "ATQA": version == 2 ? "44 00" : "00 44"]))
        #expect(image.atqa == 0x0044)
    }

    @Test("pages from `Pages read` on are unknown, from data format 2 on", arguments: [1, 2])
    func pagesRead(format: Int) throws {
        let image = try TagImage(
            reading: Self.file(["Data format version": "\(format)", "Pages read": "10"]))
        guard case .pages(let pages) = image.memory else { return #expect(Bool(false), "no pages") }
        #expect(pages.count { $0 == nil } == (format == 2 ? 6 : 0))
    }

    @Test("a page that is all `??` is unknown")
    func unknownPage() throws {
        let image = try TagImage(reading: Self.file(["Page 7": "?? ?? ?? ??"]))
        guard case .pages(let pages) = image.memory else { return #expect(Bool(false), "no pages") }
        #expect(pages[7] == nil)
        #expect(pages[8] != nil)
    }

    @Test("zeros for signature and version mean that they are unknown")
    func zeros() throws {
        let zeros = Array(repeating: "00", count: 32).joined(separator: " ")
        let image = try TagImage(
            reading: Self.file(adding: ["Signature: \(zeros)", "Mifare version: 00 00 00 00 00 00 00 00"]))
        #expect(image.signature == [])
        #expect(image.version == [])
    }

    @Test("ISO14443-4A has an ATS and no memory")
    func fourA() throws {
        let image = try TagImage(
            reading: Self.text(
                "Filetype: Flipper NFC device\nVersion: 4\nDevice type: ISO14443-4A\nUID: 04 48 6A 32 33 58 80\n"
                    + "ATQA: 03 44\nSAK: 20\nATS: 06 75 77 81 02 80\n"))
        #expect(image.product == "ISO14443-4A")
        #expect(image.ats == hex("75 77 81 02 80"))
        #expect(image.memory == .opaque([]))
    }

    static let refusals: [(String, [UInt8], DumpError.Code, DumpError.Place?)] = [
        ("version 1", file(["Version": "1"]), .unsupportedVersion, .line(2)),
        ("version 5", file(["Version": "5"]), .unsupportedVersion, .line(2)),
        ("version with a sign", file(["Version": "-4"]), .outOfRange, .line(2)),
        ("another Flipper file", file(["Filetype": "Flipper RFID key"]), .unknownFormat, .line(1)),
        ("no version", file(["Version": nil]), .missingField, nil),
        ("no UID", file(["UID": nil]), .missingField, nil),
        ("UID of 5 bytes", file(["UID": "04 F2 7B A9 E4"]), .wrongLength, .line(4)),
        ("UID that is no hex", file(["UID": "04 F2 7B A9 E4 25 8G"]), .malformedLine, .line(4)),
        ("half a byte", file(["UID": "04 F2 7B A9 E4 25 8"]), .malformedLine, .line(4)),
        ("ATQA of 1 byte", file(["ATQA": "44"]), .wrongLength, .line(5)),
        ("negative pages", file(["Pages total": "-1"]), .outOfRange, .line(11)),
        ("huge pages", file(["Pages total": "4294967295"]), .outOfRange, .line(11)),
        ("pages beyond Int", file(["Pages total": "99999999999999999999"]), .malformedLine, .line(11)),
        ("no pages", file(["Pages total": "0"]), .outOfRange, .line(11)),
        ("more pages than lines", file(["Pages total": "17", "Pages read": "17"]), .missingField, nil),
        ("more pages read than there are", file(["Pages read": "17"]), .outOfRange, .line(12)),
        ("a page beyond the last", file(adding: ["Page 16: 00 00 00 00"]), .outOfRange, .line(29)),
        ("a page with another name", file(adding: ["Page 07: 00 00 00 00"]), .outOfRange, .line(29)),
        ("a page twice", file(adding: ["Page 7: 00 00 00 00"]), .duplicateField, .line(29)),
        ("a page of 3 bytes", file(["Page 7": "00 00 00"]), .wrongLength, .line(20)),
        ("a page known in part", file(["Page 7": "00 ?? 00 00"]), .malformedLine, .line(20)),
        ("a counter of 25 bits", file(["Counter 0": "16777216"]), .outOfRange, .line(9)),
        ("a line without a colon", file(adding: ["Page"]), .malformedLine, .line(29)),
        ("a NUL byte", file(["SAK": "0\u{0}"]), .notText, .line(6)),
        ("broken UTF-8", file() + [0xC3, 0x28, 0x0A], .notText, .line(29)),
        (
            "a line without end", file() + Array(repeating: 0x20, count: 70_000), .lineTooLong, .line(29)
        ),
        ("an ATS that lies", file(adding: ["ATS: 07 75 77 81 02 80"]), .wrongLength, .line(29)),
        (
            "attempts with a sign", file(adding: ["Failed authentication attempts: -1"]), .outOfRange,
            .line(29)
        ),
    ]

    @Test("refuses what breaks the form, and says where", arguments: refusals.indices)
    func refuses(index: Int) {
        let (name, bytes, code, place) = Self.refusals[index]
        let error = error(bytes)
        #expect(error?.code == code, "\(name): \(error.map(String.init(describing:)) ?? "read")")
        #expect(error?.place == place, "\(name)")
    }

    @Test("a file that lost its last line is refused, whichever the line", arguments: 1...27)
    func truncated(lines: Int) {
        let kept = Self.file().split(separator: 0x0A).prefix(lines).joined(separator: [0x0A])
        #expect(error(Array(kept)) != nil)
    }

    @Test("an old version needs newer firmware, and a new version needs a newer program")
    func unsupportedVersion() {
        #expect(
            error(Self.file(["Version": "1"]))?.remedy
                == "load the file on a Flipper with newer firmware, and save it again")
        #expect(error(Self.file(["Version": "5"]))?.remedy == "use a newer version of this program")
    }

    @Test("the error for a wrong length lists a few possible lengths, and many as a range")
    func wrongLength() {
        #expect(
            error(Self.file(["UID": "04 F2 7B A9 E4"]))?.reason
                == "5 bytes instead of 4 or 7 or 8 or 10")
        let answer = Array(repeating: "00", count: 255).joined(separator: " ")
        #expect(
            error(Self.file(adding: ["ATS: \(answer)"]))?.reason == "255 bytes instead of 1 to 254")
    }
}
