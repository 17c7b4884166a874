import TagKit
import TestSupport
import Testing

@testable import TagReaders

@Suite("An answer to reset")
struct AnswerToResetTests {
    private static let uid = hex("04 11 22 33 44 55 66")

    @Test(
        "identifies storage cards by name, and by the answer to their selection",
        arguments: [
            // The values that ACR122U and others report for NTAG and Ultralight, and ACR1552 for Ultralight
            // C.
            ("3B8F8001804F0CA000000306030003 00000000 68", 0x00),
            ("3B8F8001804F0CA000000306030001 00000000 6A", 0x08),
            ("3B8F8001804F0CA00000030603000200000000 69", 0x18),
            ("3B8F8001804F0CA0000003060300 3A 00000000 51", 0x00),
            ("3B8F8001804F0CA0000003060300 26 00000000 4D", 0x09),
            // ACS readers report the SAK of cards that have no name.
            ("3B8F8001804F0CA00000030603 FF88 00000000 1C", 0x88),
        ])
    func storage(atr: String, sak: UInt8) throws {
        let reset = AnswerToReset(hex(atr))
        guard case .storage = reset.kind else { return #expect(Bool(false), "\(reset)") }
        let tag = try #require(reset.selection(uid: Self.uid, ats: []))
        #expect(tag.sak == sak && tag.uid == Self.uid && tag.ats.isEmpty)
    }

    @Test("of a card with ISO-DEP carries its historical bytes")
    func isoDEP() throws {
        // DESFire, NTAG 424 DNA.
        let reset = AnswerToReset(hex("3B 81 80 01 80 80"))
        #expect(reset.kind == .isoDEP && reset.historicalBytes == hex("80"))
        let tag = try #require(reset.selection(uid: Self.uid, ats: hex("77 77 71 02 80")))
        #expect(tag.sak == 0x20 && tag.ats == hex("77 77 71 02 80"))
        #expect(AnswerToReset(hex("3B 80 80 01 01")).kind == .isoDEP)
    }

    @Test(
        "of another standard, of a contact card or empty is not supported",
        arguments: [
            ("3B8F8001804F0CA0000003060B 0014 00000000 77", true), ("3B 00", false), ("", false),
            ("3B 8F 80 01 80", false), ("3F 81 80 01 80 80", false), ("3B 81 80 01 80 81", false),
            ("3B 6E 00 00 00 31 C0 65 77 B5 10 01 3A 81 82 90 00", false),
        ])
    func others(atr: String, isNamed: Bool) {
        let reset = AnswerToReset(hex(atr))
        if isNamed {
            #expect(reset.kind == .otherStandard(code: 0x0B))
        } else {
            #expect(reset.kind == .unknown)
        }
        #expect(reset.selection(uid: Self.uid, ats: []) == nil)
    }
}
