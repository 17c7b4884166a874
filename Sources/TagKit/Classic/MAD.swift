/// The MIFARE Application Directory, which assigns the sectors of a MIFARE Classic card to applications.
///
/// MAD1 is in sector 0 and covers sectors 1 to 15. MAD2 is in sector 16 and covers sectors 17 to 39.
///
/// Source: NXP AN10787 §3.
public struct MAD: Hashable, Sendable {
    /// The application identifier (AID) of NDEF. Its bytes are in the order in which the card stores them:
    /// application code 03h, then function cluster code E1h.
    ///
    /// Source: NXP AN1305 §4.
    public static let ndefApplication: UInt16 = 0x03E1

    /// The sector of the card's publisher, from bits 0 to 5 of the info byte; 0 if the directory declares no
    /// publisher.
    let publisherSector: Int
    /// The application identifier (AID) of each sector, keyed by sector number. The bytes of an AID are in
    /// the order in which the card stores them. 0000h marks a free sector.
    let applications: [Int: UInt16]

    /// Parses the directory and verifies its check bytes.
    ///
    /// - Parameters:
    ///   - sector0: The 64 bytes of sector 0. Of its trailer, only the general purpose byte (byte 9) is used.
    ///   - sector16: The 64 bytes of sector 16, required if bits 0 and 1 of the general purpose
    ///     byte declare version 2. Source: AN10787 §3.1.
    /// - Throws: `noMessage` if the general purpose byte declares no directory; `malformedTag` if a sector is
    ///   missing or incomplete, if a check byte is wrong, or if AN10787 does not define the directory's
    ///   version.
    public init(sector0: [UInt8], sector16: [UInt8]? = nil) throws(TagError) {
        guard sector0.count == Self.sectorBytes else {
            throw TagError(
                .malformedTag, "sector 0 is incomplete",
                reason: "\(sector0.count) of \(Self.sectorBytes) bytes")
        }
        let general = sector0[Self.generalPurposeOffset]
        guard general & GeneralPurpose.hasDirectory != 0 else {
            throw TagError(
                .noMessage, "the tag has no application directory",
                reason: "bit 7 of the general purpose byte is 0, so no sector is marked as NDEF")
        }
        guard (1...2).contains(general & GeneralPurpose.version) else {
            throw TagError(
                .malformedTag, "the application directory has an unknown version",
                reason: "version \(general & GeneralPurpose.version); versions 1 and 2 are supported")
        }
        var applications = try Self.applications(sector0[16..<48], firstSector: 1)
        if general & GeneralPurpose.version == 2 {
            guard let sector16, sector16.count == Self.sectorBytes else {
                throw TagError(
                    .malformedTag, "the second half of the application directory is missing",
                    reason: "in version 2, the second half is in sector 16")
            }
            applications.merge(try Self.applications(sector16[0..<48], firstSector: 17)) { first, _ in first }
        }
        publisherSector = Int(sector0[17] & 0x3F)
        self.applications = applications
    }

    /// Returns the numbers of the sectors that the directory assigns to an application, in ascending order.
    ///
    /// - Parameter application: An application identifier with its bytes in the order in which the card
    ///   stores them, such as ``ndefApplication``.
    public func sectors(of application: UInt16) -> [Int] {
        applications.filter { $0.value == application }.keys.sorted()
    }

    /// Bits of the general purpose byte. Source: AN10787 §3.1.
    private enum GeneralPurpose {
        static let hasDirectory: UInt8 = 0x80
        static let version: UInt8 = 0x03
    }

    private static let sectorBytes = 64
    /// The offset of the general purpose byte within sector 0: byte 9 of the trailer, which is the fourth
    /// block.
    private static let generalPurposeOffset = 3 * 16 + 9

    /// Returns the application identifiers of the sectors that a directory sector covers, keyed by sector
    /// number. Throws `malformedTag` if the directory sector's check byte is wrong. Source: AN10787 §3.2,
    /// §3.3.
    private static func applications(
        _ directory: ArraySlice<UInt8>, firstSector: Int
    ) throws(TagError) -> [Int: UInt16] {
        let bytes = Array(directory)
        let check = checkByte(bytes.dropFirst())
        guard bytes[0] == check else {
            throw TagError(
                .malformedTag, "the application directory in sector \(firstSector - 1) is damaged",
                reason:
                    "the check byte is \(String(bytes[0], radix: 16))h instead of \(String(check, radix: 16))h"
            )
        }
        var applications: [Int: UInt16] = [:]
        for (index, offset) in stride(from: 2, to: bytes.count, by: 2).enumerated() {
            applications[firstSector + index] = UInt16(bytes: bytes[offset...offset + 1])
        }
        return applications
    }

    /// Returns the CRC-8 of the info byte and the application identifiers, with polynomial 1Dh and initial
    /// value C7h. Source: AN10787 §3.7.
    static func checkByte(_ bytes: some Sequence<UInt8>) -> UInt8 {
        var register: UInt8 = 0xC7
        for byte in bytes {
            register ^= byte
            for _ in 0..<8 { register = register & 0x80 == 0 ? register << 1 : register << 1 ^ 0x1D }
        }
        return register
    }
}

/// The layout and the well-known keys of a MIFARE Classic card. Source: NXP MF1S50 and MF1S70 data sheets
/// §8.6.
package enum ClassicCard {
    static let blockBytes = 16

    /// Key A of sectors 0 and 16, which contain the directory. Source: NXP AN10787 §3.8.
    static let directoryKey = ClassicKey(.a, [0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5])
    /// Key A of sectors that contain NDEF data. Source: NXP AN1305 §4.
    static let ndefKey = ClassicKey(.a, [0xD3, 0xF7, 0xD3, 0xF7, 0xD3, 0xF7])
    /// The value of key A and key B in every sector of a new card. Source: MF1S50 data sheet §8.6.3.
    static let deliveryKey = ClassicKey(.a, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])

    static func blockCount(_ size: Chip.ClassicSize) -> Int { size == .oneK ? 64 : 256 }

    static func sectorCount(_ size: Chip.ClassicSize) -> Int { size == .oneK ? 16 : 40 }

    /// Returns the block numbers of a sector. The last block is the trailer. Sectors 32 and above have 16
    /// blocks, the others 4.
    package static func blocks(of sector: Int) -> ClosedRange<Int> {
        sector < 32 ? sector * 4...sector * 4 + 3 : 128 + (sector - 32) * 16...128 + (sector - 32) * 16 + 15
    }

    package static func sector(of block: Int) -> Int { block < 128 ? block / 4 : 32 + (block - 128) / 16 }

    /// Returns true if a block is its sector's trailer: the last block, which contains the keys.
    package static func isTrailer(_ block: Int) -> Bool { blocks(of: sector(of: block)).upperBound == block }

    /// Returns the numbers of a sector's data blocks, which are all of its blocks except the trailer.
    package static func dataBlocks(of sector: Int) -> Range<Int> {
        let all = blocks(of: sector)
        return all.lowerBound..<all.upperBound
    }

    /// Returns true if the trailer's access conditions allow writing the sector's data blocks with either
    /// key.
    ///
    /// In that case, the low two bits of trailer byte 9 are 0 (AN1305 §6), and so are the access bits C1, C2
    /// and C3 of the data blocks (MF1S50 data sheet §8.7.1).
    static func mayWrite(trailer: [UInt8]) -> Bool {
        trailer.count == blockBytes && trailer[9] & 0x03 == 0 && trailer[7] & 0x70 == 0
            && trailer[8] & 0x77 == 0
    }
}
