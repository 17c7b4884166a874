import TagDumps
import TagKit
import TestSupport
import Testing

@testable import TagSimulator

@Suite("MIFARE Classic at block level")
struct ClassicTagTests {
    static let transport = ClassicKey(.a, hex("FF FF FF FF FF FF"))
    static let uid = hex("B0 BB 89 04")

    /// A 1K whose sector 1 has these access bits (C1 C2 C3 for data and trailer), key A 0…0, key B 1…1.
    private func tag(data: Int = 0, trailer: Int = 1) throws -> ClassicTag {
        let image = try #require(TagImage.factory(product: "Mifare Classic 1K", uid: Self.uid))
        var tag = try #require(ClassicTag(image))
        let groups = [data, data, data, trailer]
        var bits: [UInt8] = [0, 0, 0]
        for (group, value) in groups.enumerated() {
            let (c1, c2, c3) = (UInt8(value >> 2 & 1), UInt8(value >> 1 & 1), UInt8(value & 1))
            bits[0] |= (c1 ^ 1) << group | (c2 ^ 1) << (4 + group)
            bits[1] |= (c3 ^ 1) << group | c1 << (4 + group)
            bits[2] |= c2 << group | c3 << (4 + group)
        }
        tag.blocks[7] = [UInt8](repeating: 0, count: 6) + bits + [0x40] + [UInt8](repeating: 0x11, count: 6)
        tag.powerUp()
        return tag
    }

    private func talk(_ tag: ClassicTag, _ slot: ClassicKey.Slot? = nil) -> TagTalk {
        var talk = TagTalk(tag)
        if let slot {
            let key = ClassicKey(slot, [UInt8](repeating: slot == .a ? 0 : 0x11, count: 6))
            #expect(talk.authenticate(block: 4, key: key, uid: Self.uid) == "open")
        }
        return talk
    }

    @Test("without authentication everything is NAK 4, and the tag drops out of ACTIVE")
    func unauthenticated() throws {
        for command in ["30 00", "A0 04", "E0 80", "60"] {
            var talk = talk(try tag())
            #expect(talk.raw(command) == "NAK 4", "\(command)")
            #expect(talk.raw("30 00") == "silence")
        }
    }

    @Test("a key opens its own sector, for that sector's blocks alone")
    func authenticates() throws {
        var talk = talk(try tag())
        #expect(talk.authenticate(block: 9, key: Self.transport, uid: Self.uid) == "open")
        #expect(talk.raw("30 08") != "NAK 4")
        #expect(talk.raw("30 0C") == "NAK 4")
        talk.select()
        #expect(talk.authenticate(block: 4, key: Self.transport, uid: Self.uid) == "refused", "another key")
        #expect(
            talk.authenticate(block: 9, key: Self.transport, uid: Self.uid) == "refused",
            "dropped out of ACTIVE")
        talk.select()
        #expect(
            talk.authenticate(block: 9, key: Self.transport, uid: hex("01 02 03 04")) == "refused",
            "another UID")
        talk.select()
        #expect(
            talk.authenticate(block: 64, key: Self.transport, uid: Self.uid) == "refused", "no such block")
    }

    /// Data blocks: what A reads, A writes, B reads, B writes. Source: NXP MF1S50yyX data sheet table 7.
    @Test(
        "data blocks follow C1 C2 C3",
        arguments: [
            (0b000, "rwrw"), (0b010, "r-r-"), (0b100, "r-rw"), (0b110, "r-rw"), (0b001, "r-r-"),
            (0b011, "--rw"),
            (0b101, "--r-"), (0b111, "----"),
        ])
    func dataAccess(bits: Int, expected: String) throws {
        var found = ""
        for slot in [ClassicKey.Slot.a, .b] {
            // Trailer 011: key B cannot be read, so it opens the sector.
            var reads = talk(try tag(data: bits, trailer: 0b011), slot)
            found += reads.raw("30 04") == "NAK 4" ? "-" : "r"
            var writes = talk(try tag(data: bits, trailer: 0b011), slot)
            found += writes.raw("A0 04") == "ACK" ? "w" : "-"
        }
        #expect(found == expected)
    }

    /// Trailers: what each key may write: key A, access bits, key B. Source: NXP MF1S50yyX data sheet table
    /// 8.
    @Test(
        "trailers follow C1 C2 C3, and never give key A",
        arguments: [
            (0b000, "k-k", nil), (0b010, "---", nil), (0b100, "---", "k-k"), (0b110, "---", "---"),
            (0b001, "kak", nil),
            (0b011, "---", "kak"), (0b101, "---", "-a-"), (0b111, "---", "---"),
        ] as [(Int, String, String?)])
    func trailerAccess(bits: Int, keyA: String, keyB: String?) throws {
        let makesDataOfKeyB = keyB == nil
        #expect(written(by: .a, try tag(trailer: bits)) == keyA)
        if let keyB { #expect(written(by: .b, try tag(trailer: bits)) == keyB) }
        var reads = talk(try tag(trailer: bits), .a)
        let trailer = hex(reads.raw("30 07"))
        #expect(trailer[..<6] == [0, 0, 0, 0, 0, 0])
        #expect((trailer[10] == 0x11) == makesDataOfKeyB, "key B is data")
        var opens = TagTalk(try tag(trailer: bits))
        let key = ClassicKey(.b, [UInt8](repeating: 0x11, count: 6))
        #expect(
            opens.authenticate(block: 4, key: key, uid: Self.uid) == (makesDataOfKeyB ? "refused" : "open"))
    }

    private func written(by slot: ClassicKey.Slot, _ tag: ClassicTag) -> String {
        var talk = talk(tag, slot)
        guard talk.raw("A0 07") == "ACK" else { return "---" }
        #expect(talk.raw("22 22 22 22 22 22 08 77 8F 00 33 33 33 33 33 33") == "ACK")
        guard let after = talk.tag as? ClassicTag else { return "" }
        let trailer = after.blocks[7]
        return (trailer[0] == 0x22 ? "k" : "-") + (trailer[6] == 0x08 ? "a" : "-")
            + (trailer[10] == 0x33 ? "k" : "-")
    }

    @Test("access bits that contradict their inverse close the sector")
    func contradiction() throws {
        var broken = try tag()
        broken.blocks[7][6] ^= 0x01
        var talk = talk(broken, .a)
        #expect(talk.raw("30 04") == "NAK 4")
    }

    @Test("the manufacturer's block is never written; a 4K has sectors of 16 blocks")
    func layout() throws {
        var talk = TagTalk(try tag())
        #expect(talk.authenticate(block: 0, key: Self.transport, uid: Self.uid) == "open")
        #expect(talk.raw("A0 00") == "NAK 4")
        let image = try #require(TagImage.factory(product: "Mifare Classic 4K", uid: Self.uid))
        var large = TagTalk(try #require(ClassicTag(image)))
        #expect(large.authenticate(block: 255, key: Self.transport, uid: Self.uid) == "open")
        #expect(large.raw("A0 F0") == "ACK")
        #expect(large.raw("01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 10") == "ACK")
        #expect(large.raw("30 F0").hasPrefix("01 02 03"))
        #expect(large.raw("30 EF") == "NAK 4")
    }
}
