import TagDumps
import TagKit
import TestSupport
import Testing

/// Listings of the NFC Tools app and of nfcpy.
struct AppListingTests {
    private func image(_ text: String) throws -> TagImage { try TagImage(reading: Array(text.utf8)) }

    private func pages(_ text: String) throws -> [[UInt8]?] {
        guard case .pages(let pages) = try image(text).memory else { return [] }
        return pages
    }

    @Test("T-7: NFC Tools on iOS has the fields the other way round")
    func ios() throws {
        let android = String(decoding: try CaseFiles.bytes("nfctools-android.txt"), as: UTF8.self)
        let ios = android.split(separator: "\n").map { line in
            let parts = line.split(separator: "]")
            return
                "\(parts[1].dropFirst()) >> \(parts[0])] \(line.contains("DATA") ? "Read/Write" : "Read-Only")"
        }
        #expect(ios[0] == "Addr. 00 : UID0 - UID2 / BCC0 >> [ 04:A1:B2:9F ] Read-Only")
        #expect(try DumpFormat(of: Array(ios.joined(separator: "\n").utf8)) == .nfcToolsApp)
        #expect(try image(ios.joined(separator: "\n")) == image(android))
    }

    @Test("T-7: pages that NFC Tools could not read are unknown, and what it says of the tag is kept")
    func appHead() throws {
        let rows = (0..<45).map { page -> String in
            let bytes = ["04:A1:B2:9F", "C3:D4:E5:F6", "04:48:00:00", "E1:10:12:00"]
            let known =
                page < 4 ? bytes[page] : page < 41 ? "00:00:00:00" : page == 42 ? "00:05:--:--" : "Protected"
            let digits = String(page, radix: 16, uppercase: true)
            return "[ \(known) ] Addr. \(digits.count == 1 ? "0" : "")\(digits) : DATA"
        }
        let image = try image(
            "Tag type : ISO 14443-3A NXP - NTAG213\nSerial number : 04:A1:B2:C3:D4:E5:F6\nATQA : 0x0044\nSAK : 0x00\n"
                + rows.joined(separator: "\n"))
        #expect(image.product == "NTAG213")
        #expect(image.atqa == 0x0044)
        #expect(image.sak == 0)
        #expect(image.uid == hex("04 A1 B2 C3 D4 E5 F6"))
        guard case .pages(let pages) = image.memory else { return #expect(Bool(false), "no pages") }
        #expect(pages[41] == nil && pages[43] == nil)
        #expect(pages[42] == hex("00 05 00 00"))
        #expect(image.partlyUnknown == [42: [2, 3]])
    }

    @Test("T-7: pages that are counted in decimal show it by their eleventh")
    func decimalAddresses() throws {
        let rows = (0..<20).map {
            "Addr. \($0 < 10 ? "0" : "")\($0) : DATA >> [ 00:00:00:\($0 + 10) ] Read/Write"
        }
        let pages = try pages(rows.joined(separator: "\n"))
        #expect(pages.count == 20)
        #expect(pages[19] == hex("00 00 00 29"))
    }

    static let listing = """
        Type2Tag 'NXP NTAG213' ID=04517CA1E1ED25
        NDEF Capabilities:
          readable  = yes
        Memory Dump:
          000: 04 51 7c a1 (UID0-UID2, BCC0)
          001: ?? ?? ?? ?? (UID3-UID6)
          004: 03 00 fe 00 |....|
          005: 00 00 00 00 |....|
            *  00 00 00 00 |....|
          027: 00 00 00 00 |....|
          02A: 00 05 ?? ?? (ACCESS)
        """

    @Test("T-7: nfcpy's repeated rows stand for the pages between, and `??` is unknown")
    func nfcpy() throws {
        let image = try image(Self.listing)
        #expect(image.product == "NTAG213")
        #expect(image.uid == hex("04 51 7C A1 E1 ED 25"))
        guard case .pages(let pages) = image.memory else { return #expect(Bool(false), "no pages") }
        #expect(pages.count == 45)
        #expect(pages[1] == nil && pages[2] == nil && pages[40] == nil && pages[44] == nil)
        #expect(pages[5...39].allSatisfy { $0 == [0, 0, 0, 0] })
        #expect(image.partlyUnknown == [42: [2, 3]])
        #expect(image.check().map(\.code).allSatisfy { $0 == .incomplete })
    }

    @Test("T-7: older nfcpy counts pages in decimal")
    func oldNfcpy() throws {
        let pages = try pages(
            "  0: 04 6f d5 36 (UID0-UID2, BCC0)\n  9: 11 11 11 11 |....|\n  *  11 11 11 11 |....|\n 15: 11 11 11 11 |....|"
        )
        #expect(pages.count == 16)
        #expect(pages[9...15].allSatisfy { $0 == [0x11, 0x11, 0x11, 0x11] })
        #expect(pages[8] == nil)
    }

    static let refusals: [(String, DumpError.Code, DumpError.Place?)] = [
        ("000: 04 51 7c a1\n001: 04 51 7c", .wrongLength, nil),
        ("  *  00 00 00 00 |....|\n000: 00 00 00 00", .malformedLine, .line(1)),
        ("000: 00 00 00 00\n  *  00 00 00 01 |....|\n005: 00 00 00 01", .malformedLine, .line(2)),
        ("000: 00 00 00 00\n  *  00 00 00 00 |....|\n005: 00 00 00 01", .malformedLine, .line(2)),
        ("000: 00 00 00 00\n  *  00 00 00 00 |....|", .malformedLine, .line(2)),
        ("005: 00 00 00 00\n  *  00 00 00 00 |....|\n001: 00 00 00 00", .malformedLine, .line(2)),
        ("000: 00 00 00 00\n  *  00 00 00 00 |....|\nFFF: 00 00 00 00", .outOfRange, .line(3)),
        ("000: 00 00 00 00\n000: 00 00 00 00", .duplicateField, .line(2)),
        ("  0: 01 02 03 04 05 06 07 08 (UID0-UID7)", .unsupportedType, .line(1)),
        (
            "0000: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 |................|", .unsupportedType,
            .line(1)
        ),
        ("[ 00:00:00:00 ] Addr. 00 : DATA\n[ 00:00:00:00 ] Addr. 00 : DATA", .duplicateField, .line(2)),
        ("[ 00:00:00:00 ] Addr. FFFF : DATA", .outOfRange, .line(1)),
        ("[ 00:00:00 ] Addr. 00 : DATA", .wrongLength, .line(1)),
        ("Addr. 00 : DATA >> [ ] Read-Only", .wrongLength, nil),
    ]

    @Test("refuses what breaks such a listing, and says where", arguments: refusals.indices)
    func refuses(index: Int) {
        let (text, code, place) = Self.refusals[index]
        do throws(DumpError) {
            let image = try TagImage(reading: Array(text.utf8))
            // An unreadable row, and a line that is not a row, are skipped.
            #expect(code == .wrongLength && place == nil, "\(text) was read")
            #expect(image.check().contains { $0.code == .incomplete })
        } catch {
            #expect(error.code == code, "\(text): \(error)")
            #expect(error.place == place, "\(text): \(error)")
        }
    }
}
