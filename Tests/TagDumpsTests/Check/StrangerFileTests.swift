import TagDumps
import TagKit
import TestSupport
import Testing

/// Files like those in `fixtures/cases`, from the same tools.
struct StrangerFileTests {
    private func image(_ text: String, named name: String? = nil) throws -> TagImage {
        try TagImage(reading: Array(text.utf8), named: name)
    }

    private func lost(_ image: TagImage, to format: DumpFormat = .flipper) throws -> [String] {
        try image.converted(to: format).losses.map(\.summary)
    }

    private func error(_ text: String) -> DumpError? {
        do throws(DumpError) {
            _ = try TagImage(reading: Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    /// The pages of a programmed NTAG213, as 8 hex digits each.
    private static let pages: [String] = {
        let head = [
            "04A1B29F", "C3D4E5F6", "04480000", "E1101200", "0103A00C", "340310D1", "010C5504", "6578616D",
        ]
        let message = ["706C652E", "636F6DFE"]
        let end = ["000000BD", "040000FF", "00050000", "00000000", "00000000"]
        return head + message + Array(repeating: "00000000", count: 30) + end
    }()

    private static func blocks(_ texts: [String]) -> String {
        texts.enumerated().map { #""\#($0.offset)": "\#($0.element)""# }.joined(separator: ", ")
    }

    private static func typeTwo(card: String = "", pages: [String] = pages) -> String {
        #"{"FileType": "mfu", "Card": {"UID": "04A1B2C3D4E5F6"\#(card)}, "blocks": {\#(blocks(pages))}}"#
    }

    /// A MIFARE Classic with its SAK in block 0, and its keys.
    private static func classic(_ count: Int, sak: String, keys: String = "") -> [String] {
        (0..<count).map { block in
            let isTrailer = block < 128 ? block % 4 == 3 : block % 16 == 15
            return block == 0
                ? "1122334444\(sak)04006263646566676869"
                : isTrailer ? "FFFFFFFFFFFFFF078069FFFFFFFFFFFF" : String(repeating: "0", count: 32)
        }
    }

    // MARK: Nothing is lost silently

    @Test("a conversion lists the ATS, the TBO bytes and unknown names in a Proxmark JSON file")
    func proxmarkCard() throws {
        let card = #", "ATS": "067577810280", "TBO_0": "0102", "TBO_1": "BD", "Other": "abc""#
        let file = try image(Self.typeTwo(card: card))
        #expect(try lost(file) == ["ATS 7577810280", "TBO_0 0102", "TBO_1 BD", "Card.Other abc"])
        #expect(try lost(file, to: .proxmarkJSON) == ["TBO_0 0102", "TBO_1 BD", "Card.Other abc"])
        #expect(try lost(try image(Self.typeTwo(card: #", "TBO_0": "0000", "TBO_1": "00""#))).isEmpty)
    }

    @Test("the sector keys of a Proxmark JSON file fill unknown trailers, and differing ones are listed")
    func sectorKeys() throws {
        var texts = Self.classic(64, sak: "08")
        texts[7] = ""
        let known = texts.enumerated().filter { !$0.element.isEmpty }
            .map { #""\#($0.offset)": "\#($0.element)""# }.joined(separator: ", ")
        func file(_ keys: String) throws -> TagImage {
            try image(
                #"{"FileType": "mfc v2", "Card": {"UID": "11223344", "ATQA": "0400", "SAK": "08"}, "blocks": {\#(known)}, "SectorKeys": {\#(keys)}}"#
            )
        }
        let equal = #""0": {"KeyA": "FFFFFFFFFFFF", "KeyB": "FFFFFFFFFFFF", "AccessConditions": "FF078069"}"#
        #expect(try lost(file(equal)).isEmpty)
        let filled = try file(#""1": {"KeyA": "A0A1A2A3A4A5", "KeyB": "B0B1B2B3B4B5"}"#)
        guard case .blocks(let blocks) = filled.memory else { return #expect(Bool(false), "no blocks") }
        #expect(blocks[7].prefix(6).compactMap(\.self) == hex("A0 A1 A2 A3 A4 A5"))
        #expect(blocks[7].suffix(6).compactMap(\.self) == hex("B0 B1 B2 B3 B4 B5"))
        #expect(blocks[7][6...9].allSatisfy { $0 == nil })
        #expect(
            try lost(file(#""0": {"KeyA": "A0A1A2A3A4A5"}, "20": {"KeyB": "B0B1B2B3B4B5"}"#)) == [
                "SectorKeys.0.KeyA A0A1A2A3A4A5", "SectorKeys.20.KeyB B0B1B2B3B4B5",
            ])
    }

    @Test("the signature and the ATS of a Classic EV1 survive a Proxmark JSON file")
    func classicSignature() throws {
        let signature = String(repeating: "5A", count: 32)
        let file = try image(
            #"{"FileType": "mfc v3", "Card": {"UID": "11223344", "ATS": "0578778102", "SIGNATURE": "\#(signature)"}, "blocks": {\#(Self.blocks(Self.classic(72, sak: "08")))}}"#
        )
        #expect(file.product == "Mifare Classic EV1 1K")
        #expect(try lost(file).count == 2)
        #expect(try lost(file, to: .proxmarkJSON).isEmpty)
    }

    @Test("an old Proxmark prefix's PACK is listed as lost")
    func oldPrefix() throws {
        let prefix = hex("00 04 04 02 01 00 0F 03 00 00 BD BD BD AA BB 00") + Array(repeating: 0, count: 32)
        let file = try TagImage(reading: prefix + Self.pages.flatMap { hex($0) })
        #expect(file.product == "NTAG213")
        #expect(try lost(file) == ["the PACK in the prefix, AABB"])
    }

    @Test("unknown lines of a Flipper file are listed as lost")
    func flipperLines() throws {
        let text = String(decoding: try TagFixtures.bytes("ntag213-programmed.nfc"), as: UTF8.self)
        #expect(try lost(image(text)).isEmpty)
        #expect(try lost(image(text + "Owner: nobody\n")) == ["the line `Owner: nobody`"])
    }

    // MARK: Files that other programs accept

    @Test("a Flipper file always has ATQA and SAK, without which Flipper refuses it")
    func flipperSelection() throws {
        let cases: [(bytes: [UInt8], atqa: UInt16, sak: UInt8)] = [
            (Self.pages.flatMap { hex($0) }, 0x0044, 0x00),
            (Self.classic(20, sak: "09").flatMap { hex($0) }, 0x0004, 0x09),
            (Self.classic(64, sak: "08").flatMap { hex($0) }, 0x0004, 0x08),
            (Self.classic(256, sak: "18").flatMap { hex($0) }, 0x0002, 0x18),
        ]
        for (bytes, atqa, sak) in cases {
            let source = try TagImage(reading: bytes)
            #expect(source.atqa == nil && source.sak == nil)
            let conversion = try source.converted(to: .flipper)
            #expect(conversion.losses.isEmpty)
            // Reading it again gives the source, which has neither.
            #expect(try TagImage(reading: conversion.contents) == source)
            let text = String(decoding: conversion.contents, as: UTF8.self)
            let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
            let copy = try image(lines.joined(separator: "\n"))
            #expect(copy.atqa == atqa && copy.sak == sak)
        }
    }

    @Test("a Flipper file with an unknown product name is named by its GET_VERSION response")
    func unknownName() throws {
        let text = String(decoding: try TagFixtures.bytes("ntag213-programmed.nfc"), as: UTF8.self)
        let line = "NTAG/Ultralight type: NTAG213"
        #expect(text.contains(line))
        #expect(try image(text.replacing(line, with: "NTAG/Ultralight type: NTAG")).product == "NTAG213")
    }

    @Test("T-8: reads the Proxmark prefix of an .eml file")
    func emlPrefix() throws {
        let prefix = hex("00 04 04 02 01 00 0F 03 00 00 00 2C") + Array(repeating: 0, count: 44)
        let lines = stride(from: 0, to: prefix.count, by: 4).map { start in
            prefix[start..<start + 4].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        let file = try image((lines + Self.pages).joined(separator: "\n") + "\n", named: "hf-mfu.eml")
        #expect(file.product == "NTAG213")
        #expect(file.version == hex("00 04 04 02 01 00 0F 03"))
        #expect(file.check().isEmpty)
    }

    // MARK: Incomplete dumps

    @Test(
        "T-8: a dump cut short keeps its product, even if another product has that many pages",
        arguments: [6, 10, 16, 20, 41, 42, 43, 44])
    func cutShort(count: Int) throws {
        let file = try image(Self.typeTwo(pages: Array(Self.pages.prefix(count))))
        #expect(file.product == "NTAG213")
        #expect(file.check().map(\.code) == [.incomplete])
        #expect((file.firstUnknownOfArea == nil) == (count >= 40))
    }

    @Test("a message that continues into unknown pages is incomplete, not malformed")
    func unknownEnd() throws {
        let rows = Self.pages.enumerated().map { page, digits -> String in
            let address = String(page, radix: 16, uppercase: true)
            let bytes = stride(from: 0, to: 8, by: 2).map { String(digits.dropFirst($0).prefix(2)) }
            return "[\(address.count == 1 ? "0" : "")\(address)] . "
                + (page == 7 ? "?? ?? ?? ??" : bytes.joined(separator: " "))
        }
        let file = try image(rows.joined(separator: "\n"))
        #expect(file.check().map(\.code) == [.incomplete])
        #expect(file.firstUnknownOfArea == 7)
    }

    @Test("T-9: a Mini whose file is padded to 4,096 bytes stays a Mini")
    func paddedMini() throws {
        let bytes = Self.classic(20, sak: "09").flatMap { hex($0) }
        let file = try TagImage(reading: bytes + Array(repeating: 0, count: 4096 - bytes.count))
        #expect(file.product == "Mifare Classic Mini")
        #expect(file.paddingBytes == 4096 - 320)
    }

    @Test("a Classic with 64 blocks in a TagInfo report is a 4K if the report says so")
    func reportedSAK() throws {
        let rows = Self.classic(64, sak: "18").enumerated().map { block, digits -> String in
            let address = String(block, radix: 16, uppercase: true)
            let bytes = stride(from: 0, to: 32, by: 2).map { String(digits.dropFirst($0).prefix(2)) }
            return "[\(address.count == 1 ? "0" : "")\(address)] rwi \(bytes.joined(separator: " "))"
        }
        let file = try image(
            "** TagInfo scan (version 4.24.6) **\n# IC type:\nMIFARE Classic (MF1S70)\n# Detailed protocol information:\nID: 11:22:33:44\nSAK: 0x18\n# Memory content:\n"
                + rows.joined(separator: "\n"))
        #expect(file.product == "Mifare Classic 4K")
        #expect(file.check().map(\.code) == [.incomplete])
    }

    @Test("a sector 0 that was not read is incomplete, not a damaged directory")
    func unreadDirectory() throws {
        let file = try image("+Sector: 0\n11223344440804006263646566676869\n*No keys found or dead sector\n")
        #expect(file.check().map(\.code) == [.incomplete])
    }

    // MARK: Findings

    @Test("finds a wrong Lock Control TLV, on chips with and without their own")
    func lockControl() throws {
        #expect(try CaseFiles.image("ada215.nfc").check().map(\.code) == [.lockControlWrong])
        var pages = Self.pages
        pages[4] = "0103E20C"
        #expect(try image(Self.typeTwo(pages: pages)).check().map(\.code).contains(.lockControlWrong))
        #expect(try image(Self.typeTwo()).check().isEmpty)
    }

    @Test("a tag with only a name and a UID is not reported as good")
    func notChecked() throws {
        let text =
            "Filetype: Flipper NFC device\nVersion: 4\nDevice type: FeliCa\nUID: 01 02 03 04 05 06 07 08\n"
        #expect(try image(text).check().map(\.code) == [.notChecked])
    }

    // MARK: Refusals

    @Test("refuses a malformed byte in an NFC Tools row, and reads a word without bytes as an unread page")
    func appRow() throws {
        let rows = Self.pages.prefix(12).enumerated().map { page, digits -> String in
            let bytes = stride(from: 0, to: 8, by: 2).map { String(digits.dropFirst($0).prefix(2)) }
            return
                "[ \(bytes.joined(separator: ":")) ] Addr. 0\(String(page, radix: 16, uppercase: true)) : DATA"
        }
        var broken = rows
        broken[7] = broken[7].replacing("65:", with: "6G:")
        #expect(error(broken.joined(separator: "\n"))?.place == .line(8))
        var unread = rows
        unread[7] = "[ Locked ] Addr. 07 : DATA"
        #expect(try image(unread.joined(separator: "\n")).firstUnknownOfArea == 7)
    }

    @Test(
        "refuses a TagInfo report of a Type 1 or Type 3 tag and names its type",
        arguments: ["FeliCa Lite-S (RC-S966)", "Topaz 512 (BCM20203T512)"])
    func otherKinds(chip: String) {
        let found = error(
            "** TagInfo scan (version 4.24.6) **\n# IC type:\n\(chip)\n# Memory content:\n[00] . B7 17 8C 21 00 00 25 00\n"
        )
        #expect(found?.code == .unsupportedType)
        #expect(found?.summary.contains(chip) == true)
    }

    @Test("two TagInfo reports in one file are refused")
    func twoReports() {
        let report = "** TagInfo scan (version 4.24.6) **\n# Memory content:\n[00] . 04 A1 B2 9F\n"
        #expect(error(report + report)?.code == .duplicateField)
        #expect(error(report + report)?.place == .line(4))
    }
}
