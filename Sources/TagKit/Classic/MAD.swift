/// The MIFARE Application Directory: which sector of a MIFARE Classic belongs to which application.
///
/// MAD1 stands in sector 0 and speaks of sectors 1 to 15; MAD2 adds sector 16 and speaks of sectors 17 to 39.
/// Source: NXP AN10787 §3.
public struct MAD: Hashable, Sendable {
    /// The application of NDEF messages, in the order of storage: function cluster code E1h, application code 03h.
    /// Source: NXP AN1305 §4.
    public static let ndefApplication: UInt16 = 0x03E1

    /// The sector of the card's publisher, 0 where none is named; info byte, bits 0 to 5.
    public let publisherSector: Int
    /// The application identifier of each sector, in the order of storage; 0000 where the sector is free.
    public let applications: [Int: UInt16]

    /// Reads the directory.
    ///
    /// - Parameters:
    ///   - sector0: The 64 bytes of sector 0; of its trailer only the general purpose byte, the 58th, is looked at.
    ///   - sector16: The 64 bytes of sector 16, needed where ``hasSecondSector(generalPurposeByte:)`` says so.
    /// - Throws: `noMessage` where the general purpose byte says that there is no directory; `malformedTag` where
    ///   a check byte is wrong, or where the directory is of a version that AN10787 does not know.
    public init(sector0: [UInt8], sector16: [UInt8]? = nil) throws(TagError) {
        guard sector0.count == Self.sectorBytes else {
            throw TagError(
                .malformedTag, "sector 0 is not whole",
                reason: "\(sector0.count) of \(Self.sectorBytes) bytes")
        }
        let general = sector0[Self.generalPurposeOffset]
        guard general & GeneralPurpose.hasDirectory != 0 else {
            throw TagError(
                .noMessage, "the tag has no application directory",
                reason: "bit 7 of its general purpose byte is 0, so no sector is marked as NDEF")
        }
        guard (1...2).contains(general & GeneralPurpose.version) else {
            throw TagError(
                .malformedTag, "the application directory is of an unknown version",
                reason: "version \(general & GeneralPurpose.version), 1 and 2 are known")
        }
        var applications = try Self.applications(sector0[16..<48], firstSector: 1)
        if Self.hasSecondSector(generalPurposeByte: general) {
            guard let sector16, sector16.count == Self.sectorBytes else {
                throw TagError(
                    .malformedTag, "the second half of the application directory is missing",
                    reason: "version 2 has it in sector 16")
            }
            applications.merge(try Self.applications(sector16[0..<48], firstSector: 17)) { first, _ in first }
        }
        publisherSector = Int(sector0[17] & 0x3F)
        self.applications = applications
    }

    /// Whether a directory goes on in sector 16. Source: AN10787 §3.1, bits 0 and 1 of the general purpose byte.
    ///
    /// - Parameter generalPurposeByte: Byte 9 of sector 0's trailer.
    public static func hasSecondSector(generalPurposeByte: UInt8) -> Bool {
        generalPurposeByte & GeneralPurpose.version == 2
    }

    /// The sectors of one application, rising.
    ///
    /// - Parameter application: An identifier in the order of storage, as ``ndefApplication``.
    public func sectors(of application: UInt16) -> [Int] {
        applications.filter { $0.value == application }.keys.sorted()
    }

    /// Bits of the general purpose byte. Source: AN10787 §3.1.
    private enum GeneralPurpose {
        static let hasDirectory: UInt8 = 0x80
        static let version: UInt8 = 0x03
    }

    private static let sectorBytes = 64
    /// Byte 9 of the trailer, which is the sector's fourth block.
    private static let generalPurposeOffset = 3 * 16 + 9

    /// Check byte, info byte, then two bytes for each sector. Source: AN10787 §3.2, §3.3.
    private static func applications(
        _ directory: ArraySlice<UInt8>, firstSector: Int
    ) throws(TagError) -> [Int: UInt16] {
        let bytes = Array(directory)
        let check = checkByte(bytes.dropFirst())
        guard bytes[0] == check else {
            throw TagError(
                .malformedTag, "the application directory of sector \(firstSector - 1) is damaged",
                reason:
                    "its check byte is \(String(bytes[0], radix: 16))h instead of \(String(check, radix: 16))h"
            )
        }
        var applications: [Int: UInt16] = [:]
        for (index, offset) in stride(from: 2, to: bytes.count, by: 2).enumerated() {
            applications[firstSector + index] = UInt16(bytes[offset]) << 8 | UInt16(bytes[offset + 1])
        }
        return applications
    }

    /// CRC-8 with polynomial 1Dh, initial value C7h, over the info byte and the identifiers. Source: AN10787 §3.7.
    static func checkByte(_ bytes: some Sequence<UInt8>) -> UInt8 {
        var register: UInt8 = 0xC7
        for byte in bytes {
            register ^= byte
            for _ in 0..<8 { register = register & 0x80 == 0 ? register << 1 : register << 1 ^ 0x1D }
        }
        return register
    }
}
