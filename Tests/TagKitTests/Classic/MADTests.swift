import TestSupport
import Testing

@testable import TagKit

struct MADTests {
    /// Blocks 1 and 2 of the example in AN10787 §3.7.
    static let example = hex(
        """
        89 01 01 08 01 08 01 08 00 00 00 00 00 00 04 00
        03 10 03 10 02 10 02 10 00 00 00 00 00 00 11 30
        """)

    /// A sector 0 with this directory and general purpose byte.
    static func sector0(_ directory: [UInt8], generalPurposeByte: UInt8) -> [UInt8] {
        Array(repeating: 0, count: 16) + directory + hex("00 00 00 00 00 00 78 77 88")
            + [generalPurposeByte] + Array(repeating: 0xFF, count: 6)
    }

    @Test("the check byte of AN10787's example is 89")
    func checkByte() {
        #expect(MAD.checkByte(Self.example.dropFirst()) == 0x89)
    }

    @Test("names the sectors of an application")
    func sectors() throws {
        let mad = try MAD(sector0: Self.sector0(Self.example, generalPurposeByte: 0xC1))
        #expect(mad.publisherSector == 1)
        #expect(mad.sectors(of: 0x0108) == [1, 2, 3])
        #expect(mad.sectors(of: 0x1130) == [15])
        #expect(mad.sectors(of: MAD.ndefApplication) == [])
    }

    @Test("version 2 goes on in sector 16 with sectors 17 to 39")
    func second() throws {
        let identifiers: [UInt8] = [0x00] + (17...39).flatMap { $0 < 20 ? [0x03, 0xE1] : [0x00, 0x00] }
        let directory = [MAD.checkByte(identifiers)] + identifiers
        let sector16 = directory + Array(repeating: 0, count: 16)
        let mad = try MAD(
            sector0: Self.sector0(Self.example, generalPurposeByte: 0xC2), sector16: sector16)
        #expect(mad.sectors(of: MAD.ndefApplication) == [17, 18, 19])
        #expect(mad.applications.count == 15 + 23)
        #expect(throws: TagError.self) {
            try MAD(sector0: Self.sector0(Self.example, generalPurposeByte: 0xC2))
        }
    }

    @Test("refuses every single bit flipped in the directory")
    func flips() {
        for bit in 0..<32 * 8 {
            var directory = Self.example
            directory[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: TagError.self) {
                try MAD(sector0: Self.sector0(directory, generalPurposeByte: 0xC1))
            }
        }
    }

    @Test(
        "a general purpose byte without bit 7 or with an unknown version is no directory",
        arguments: UInt8.min ... .max)
    func generalPurpose(byte: UInt8) {
        let code: TagError.Code?
        do {
            _ = try MAD(
                sector0: Self.sector0(Self.example, generalPurposeByte: byte),
                sector16: Array(repeating: 0, count: 64))
            code = nil
        } catch {
            code = error.code
        }
        switch (byte & 0x80 != 0, byte & 3) {
        case (false, _): #expect(code == .noMessage)
        case (true, 1): #expect(code == nil)
        default: #expect(code == .malformedTag)
        }
    }

    @Test("a sector that is cut short is refused")
    func short() {
        #expect(throws: TagError.self) { try MAD(sector0: Self.example) }
    }
}
