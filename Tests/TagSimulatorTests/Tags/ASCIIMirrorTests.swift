import TestSupport
import Testing

@testable import TagSimulator

@Suite("ASCII mirror")
struct ASCIIMirrorTests {
    static let uidText = "043991C2FC6780"
    /// MIRROR_CONF and the text it shows after the first read of a session.
    static let modes: [(UInt8, String)] = [(1, uidText), (2, "000001"), (3, uidText + "x000001")]

    /// - Parameters:
    ///   - mirror: CFG0 byte 0.
    ///   - page: MIRROR_PAGE.
    ///   - access: CFG1 byte 0; 10h switches the counter on.
    private func talk(_ chip: Type2Chip, mirror: UInt8, page: UInt8, access: UInt8 = 0x10) throws -> TagTalk {
        let config = try #require(chip.configPage)
        return TagTalk(
            chip,
            pages: [
                config: TagTalk.hexText([mirror, 0, page, 0xFF]),
                config + 1: TagTalk.hexText([access, 5, 0, 0]),
            ])
    }

    private func text(_ talk: inout TagTalk, first: Int, last: Int) -> [UInt8] {
        hex(talk(TagTalk.hexText([0x3A, UInt8(first), UInt8(last)])))
    }

    @Test(
        "lies over the user pages of reads, from each of the four bytes on",
        arguments: modes, UInt8(0)..<4)
    func lies(mode: (UInt8, String), byte: UInt8) throws {
        var talk = try talk(.ntag213, mirror: mode.0 << 6 | byte << 4 | 0x04, page: 10)
        let before = (4...39).flatMap { hex(talk.page($0)) }
        var expected = before
        let start = (10 - 4) * 4 + Int(byte)
        expected.replaceSubrange(start..<start + mode.1.utf8.count, with: mode.1.utf8)
        #expect(text(&talk, first: 4, last: 39) == expected)
        #expect((4...39).flatMap { hex(talk.page($0)) } == before, "the memory is as it was")
        #expect(hex(talk("30 0A")) == Array(expected[24..<40]), "READ shows the same")
    }

    @Test(
        "is off at MIRROR_PAGE 3 and below, and where the text does not fit into user memory",
        arguments: [(UInt8(1), 36), (UInt8(2), 38), (UInt8(3), 34)])
    func bounds(mode: UInt8, last: Int) throws {
        for page in 0..<45 {
            var talk = try talk(.ntag213, mirror: mode << 6 | 0x04, page: UInt8(page))
            let stored = (0...39).flatMap { hex(talk.page($0)) }
            let isShown = text(&talk, first: 0, last: 39) != stored
            #expect(isShown == (page > 3 && page <= last), "page \(page)")
        }
    }

    @Test("leaves the counter out while it is switched off or needs the password")
    func counterLeftOut() throws {
        var off = try talk(.ntag213, mirror: 0xC4, page: 10, access: 0x00)
        #expect(
            text(&off, first: 10, last: 15) == Array(Self.uidText.utf8) + hex("00 00 00 00 00 00 00 00 00 00")
        )
        var hidden = try talk(.ntag213, mirror: 0x84, page: 10, access: 0x18)
        #expect(text(&hidden, first: 10, last: 11) == hex("00 00 00 00 00 00 00 00"))
        #expect(hidden("1B FF FF FF FF") == "00 00")
        #expect(text(&hidden, first: 10, last: 11) == Array("000001".utf8) + [0, 0])
    }

    @Test("NTAG210 and 212 mirror the UID by MIRROR_PAGE alone", arguments: [Type2Chip.ntag210, .ntag212])
    func uidOnly(chip: Type2Chip) throws {
        var on = try talk(chip, mirror: 0x10, page: 8, access: 0)
        #expect(text(&on, first: 8, last: 11) == [0] + Array(Self.uidText.utf8) + [0])
        var off = try talk(chip, mirror: 0x10, page: 0, access: 0)
        #expect(text(&off, first: 8, last: 11) == [UInt8](repeating: 0, count: 16))
    }
}
