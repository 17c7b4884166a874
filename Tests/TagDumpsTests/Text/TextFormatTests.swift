import TagDumps
import TestSupport
import Testing

struct TextFormatTests {
    private static let block = "00112233445566778899AABBCCDDEEFF"

    private func image(_ text: String, named name: String? = nil) throws -> TagImage {
        try TagImage(reading: Array(text.utf8), named: name)
    }

    private func blocks(_ text: String) throws -> [[UInt8?]] {
        guard case .blocks(let blocks) = try image(text).memory else { return [] }
        return blocks
    }

    private func pages(_ text: String) throws -> [[UInt8]?] {
        guard case .pages(let pages) = try image(text).memory else { return [] }
        return pages
    }

    @Test("MCT: sectors in any order, unknown bytes as dashes, dead sectors unknown")
    func mct() throws {
        let blocks = try blocks(
            """
            +Sector: 15
            \(Self.block)
            +Sector: 2
            *No keys found or dead sector
            +Sector: 0
            \(Self.block)
            \(Self.block)
            \(Self.block)
            ------------FF078069FFFFFFFFFFFF
            """)
        #expect(blocks.count == 64)
        #expect(blocks[60] == hex(Self.block))
        #expect(blocks[3].prefix(6).allSatisfy { $0 == nil })
        #expect(blocks[3].dropFirst(6).elementsEqual(hex("FF078069FFFFFFFFFFFF").map(Optional.some)))
        #expect(blocks[8].allSatisfy { $0 == nil })
    }

    @Test("nfctools: key A, printed as zeros, is unknown; a key that is known stays")
    func nfctools() throws {
        let blocks = try blocks(
            """
            S0|B0 Key: FFFFFFFFFFFF [Manu ] [462FF1BE26880400468E361161301604]
            S1|B3 Key: D3F7D3F7D3F7 [Trail] [0000000000007F078840D3F7D3F7D3F7]
            S2|B3 Key: D3F7D3F7D3F7 [Trail] [D3F7D3F7D3F77F078840D3F7D3F7D3F7]
            S39|B15 Key: D3F7D3F7D3F7 [Trail] [D3F7D3F7D3F77F078840D3F7D3F7D3F7]
            """)
        #expect(blocks.count == 256)
        #expect(blocks[7].prefix(6).allSatisfy { $0 == nil })
        #expect(blocks[11][0] == 0xD3)
        #expect(blocks[255][0] == 0xD3)
    }

    @Test("TagInfo: inside a whole report, with lock states, unread rows and unread bytes")
    func tagInfo() throws {
        let pages = try pages(
            """
            ** TagInfo scan (version 4.25.5) **
            IC type: NTAG213
            [00] *  04:F2:7B 05 (UID0-UID2, BCC0)
            [01] *  A9:E4:25:80 (UID3-UID6)
            [03] .r E1 10 06 00 (OTP0-OTP3)
            [04] +p 03 00 FE 00 |....|
            [05]    61 62 63 64 |abcd|
            [06] .p XX XX XX XX |....|
            [07] *
            [0A] .  -- -- -- --
              *:locked & blocked, x:locked
            """)
        #expect(pages.count == 11)
        #expect(pages[1] == hex("A9 E4 25 80"))
        #expect(pages[2] == nil)
        #expect(pages[3] == hex("E1 10 06 00"))
        #expect(pages[5] == hex("61 62 63 64"))
        #expect(pages[6...10].allSatisfy { $0 == nil })
    }

    @Test("TagInfo: rows of sixteen are blocks of a Classic")
    func tagInfoClassic() throws {
        let blocks = try blocks(
            """
            Sector 0 (0x00)
            [00] r-- 46 2F F1 BE 26 88 04 00 46 8E 36 11 61 30 16 04 |F/..&...F.6.a0..|
            [03] wxx XX:XX:XX:XX:XX:XX 78:77:88 C1 --:--:--:--:--:--
            """)
        #expect(blocks.count == 64)
        #expect(blocks[0][0] == 0x46)
        #expect(blocks[3].prefix(6).allSatisfy { $0 == nil })
        #expect(blocks[3][9] == 0xC1)
    }

    @Test(
        "hex: blanks, colons, commas, prefixes, comments and line breaks are passed over",
        arguments: [
            "04F27B05A9E42580E8480000E1100600", "04 F2 7B 05 A9 E4 25 80 E8 48 00 00 E1 10 06 00",
            "04:f2:7b:05 a9:e4:25:80\r\ne8:48:00:00 e1:10:06:00\r\n",
            "# a tag\n04f27b05\na9e42580\n\ne8480000\ne1100600",
            "0x04, 0xF2, 0x7B, 0x05, 0xA9, 0xE4, 0x25, 0x80, 0xE8, 0x48, 0x00, 0x00, 0xE1, 0x10, 0x06, 0x00",
        ])
    func hexText(text: String) throws {
        #expect(try pages(text) == [hex("04F27B05"), hex("A9E42580"), hex("E8480000"), hex("E1100600")])
    }

    @Test("a name decides where the content is both eml and hex")
    func name() throws {
        let text = Array("04f27b05\na9e42580\ne8480000\ne1100600\n".utf8)
        #expect(try DumpFormat(of: text, named: "dump.eml") == .eml)
        #expect(try DumpFormat(of: text, named: "DUMP.HEX") == .hex)
    }

    static let refusals: [(String, DumpError.Code, DumpError.Place?)] = [
        ("+Sector: 40\n\(block)", .outOfRange, .line(1)), ("+Sector: -1\n\(block)", .outOfRange, .line(1)),
        ("+Sector: x\n\(block)", .outOfRange, .line(1)), ("\(block)\n+Sector: 0", .outOfRange, .line(1)),
        ("+Sector: 0\n00", .malformedLine, .line(2)), ("+Sector: 0\n\(block)0-", .malformedLine, .line(2)),
        ("+Sector: 0\n" + String(repeating: "\(block)\n", count: 5), .outOfRange, .line(6)),
        ("+Sector: 0\n\(block)\n+Sector: 0\n\(block)", .duplicateField, .line(4)),
        ("+Sector: 0", .missingField, nil),
        ("S0|B4 Key: FFFFFFFFFFFF [Data ] [\(block)]", .outOfRange, .line(1)),
        ("S40|B0 Key: FFFFFFFFFFFF [Data ] [\(block)]", .outOfRange, .line(1)),
        ("S9223372036854775807|B0 Key: FFFFFFFFFFFF [Data ] [\(block)]", .outOfRange, .line(1)),
        ("S0|B0 Key: FFFFFFFFFFFF [Data ] [\(block)00]", .wrongLength, .line(1)),
        ("S0|B0 Key: FF [Data ] [\(block)]\nS0|B0 Key: FF [Data ] [\(block)]", .duplicateField, .line(2)),
        ("S0|B0 Key: FF [Data ] [\(block)]\nhello", .malformedLine, .line(2)),
        ("[00] 04 F2 7B 05\n[00] 04 F2 7B 05", .duplicateField, .line(2)),
        ("[FFF] 04 F2 7B 05", .outOfRange, .line(1)), ("[00] 04 F2 7B", .wrongLength, .line(1)),
        ("[00] 04 F2 7B GG", .malformedLine, .line(1)),
        ("[00] 04 F2 7B 05\n[01] 00 11 22 33 44 55 66 77 88 99 AA BB CC DD EE FF", .wrongLength, .line(2)),
        ("04F27B05\nA9E42580\nE8480O00\n", .malformedLine, .line(3)),
        ("04F27B05\rA9E42580\r\nE848000", .malformedLine, .line(3)),
        ("hello", .unknownFormat, nil), ("# only a comment", .unknownFormat, nil),
        ("<xml/>", .unknownFormat, nil), ("04F27B05A", .malformedLine, .line(1)),
        ("00000000: 04e1 412c  ..A,\n", .unknownFormat, nil), ("0000000 e104 2c41\n", .unknownFormat, nil),
        ("04F27B05A9E42580E8480000E11006", .wrongLength, .byte(12)),
    ]

    @Test("refuses what breaks the form, and says where", arguments: refusals.indices)
    func refuses(index: Int) {
        let (text, code, place) = Self.refusals[index]
        do throws(DumpError) {
            _ = try TagImage(reading: Array(text.utf8))
            Issue.record("\(text) was read")
        } catch {
            #expect(error.code == code, "\(text)")
            #expect(error.place == place, "\(text)")
        }
    }

    /// Returns the summary of the error for a text that cannot be read.
    private func summary(_ text: String) -> String? {
        do throws(DumpError) {
            _ = try TagImage(reading: Array(text.utf8))
            return nil
        } catch {
            return error.summary
        }
    }

    @Test("the error for an odd number of hex digits, or for a listing with offsets, states the cause")
    func cause() {
        #expect(summary("04F27B05A9E42580E8480000E110060") == "the line has an odd number of hex digits")
        for text in [
            "00000000: 04e1 412c 124c 2880  ..A,.L(.", "00000000  04 e1 41 2c 12 4c 28 80  |..A,.L(.|",
            "0000000 04 e1 41 2c 12 4c 28 80",
        ] {
            let error = #expect(throws: DumpError.self) { try TagImage(reading: Array(text.utf8)) }
            #expect(error?.code == .unknownFormat)
            #expect(error?.reason == "the lines begin with offsets, as `xxd`, `hexdump` and `od` print them")
        }
    }

    @Test("MCT: the error for an unexpected block states whether a sector begins before it")
    func unexpectedBlock() {
        #expect(
            summary("\(Self.block)\n+Sector: 0") == "there is no `+Sector:` line before this line")
        #expect(
            summary("+Sector: 0\n" + String(repeating: "\(Self.block)\n", count: 5))
                == "the sector already has all of its lines")
    }

    @Test("TagInfo: the error for a repeated row of 16 bytes names a block, and of 4 bytes a page")
    func repeatedRow() {
        let row = "00 11 22 33 44 55 66 77 88 99 AA BB CC DD EE FF"
        #expect(summary("[00] \(row)\n[00] \(row)") == "block 0 appears twice")
        #expect(summary("[00] 04 F2 7B 05\n[00] 04 F2 7B 05") == "page 0 appears twice")
    }
}
