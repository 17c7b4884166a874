import TextKit

/// Chips by what they answer to GET_VERSION. Source: each chip's data sheet, §10.1 or "GET_VERSION".
extension Chip {
    /// The chip that answers GET_VERSION in this way.
    ///
    /// The last byte, the protocol, is not compared. What differs from a known chip only in the maker's byte is that
    /// maker's copy; anything else is unknown, and is read but not written.
    public init(version: [UInt8]) {
        let (known, seven) = (Self.versions, Array(version.prefix(7)))
        if let entry = known.first(where: { $0.version == seven }) {
            self = entry.chip
        } else if let entry = known.first(where: { $0.version.dropFirst(2) == seven.dropFirst(2) }),
            entry.chip.memory != nil
        {
            self = entry.chip.named("\(entry.chip.product) copy", isClone: true)
        } else {
            self = .unsupported(
                "an unknown Type 2 chip",
                "its version \(Hex.upper(version)) is in no table, so its memory is not known",
                features: .version)
        }
    }

    /// The Type 4 chip that answers GET_VERSION in this way; a plain Type 4 tag for any other answer.
    ///
    /// Compared are maker, type, subtype and major version of the hardware; bit 7 of the subtype says how strongly the
    /// chip modulates. Source: NXP NTAG 424 DNA data sheet §10.5.2 (Table 54); NTAG 424 DNA TagTamper data sheet §10.5.2.
    init(typeFourVersion version: [UInt8]) {
        guard version.count >= 4, version[0] == 0x04, version[1] == 0x04, version[3] == 0x30 else {
            self = .type4
            return
        }
        switch version[2] & 0x7F {
        case 0x02: self = .ntag424
        case 0x08: self = .ntag424TagTamper
        default: self = .type4
        }
    }

    /// A Type 4 tag with five AES keys, which puts a proof of each tap into its URL.
    public static let ntag424 = Chip("NTAG 424 DNA", .type4, features: .signature)
    /// The same with a loop whose tearing it notices.
    public static let ntag424TagTamper = Chip(
        "NTAG 424 DNA TagTamper", .type4, features: .signature)

    /// Seven bytes: fixed header, maker, type, subtype, major, minor, storage; and the chip.
    static let versions: [(version: [UInt8], chip: Chip)] = [
        ([0x00, 0x04, 0x03, 0x01, 0x01, 0x00, 0x0B], .ultralight11),
        (
            [0x00, 0x04, 0x03, 0x02, 0x01, 0x00, 0x0B],
            .ultralight11.named("MIFARE Ultralight EV1 (MF0ULH11)")
        ),
        ([0x00, 0x04, 0x03, 0x01, 0x01, 0x00, 0x0E], .ultralight21),
        (
            [0x00, 0x04, 0x03, 0x02, 0x01, 0x00, 0x0E],
            .ultralight21.named("MIFARE Ultralight EV1 (MF0ULH21)")
        ),
        ([0x00, 0x04, 0x03, 0x01, 0x02, 0x00, 0x0B], unmapped("MIFARE Ultralight Nano")),
        ([0x00, 0x04, 0x03, 0x01, 0x04, 0x00, 0x0F], unmapped("MIFARE Ultralight AES")),
        ([0x00, 0x04, 0x03, 0x02, 0x04, 0x00, 0x0F], unmapped("MIFARE Ultralight AES")),
        (
            [0x00, 0x34, 0x21, 0x01, 0x01, 0x00, 0x0E],
            .ultralight21.named("Mikron copy of MIFARE Ultralight EV1", isClone: true)
        ),
        ([0x00, 0x04, 0x04, 0x01, 0x01, 0x00, 0x0B], .ntag210),
        ([0x00, 0x04, 0x04, 0x01, 0x02, 0x00, 0x0B], unmapped("NTAG210µ")),
        ([0x00, 0x04, 0x04, 0x02, 0x02, 0x00, 0x0B], unmapped("NTAG210µ")),
        ([0x00, 0x04, 0x04, 0x01, 0x01, 0x00, 0x0E], .ntag212),
        ([0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x0F], .ntag213),
        ([0x00, 0x04, 0x04, 0x02, 0x01, 0x01, 0x0F], .ntag213.named("NTAG213C")),
        ([0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x11], .ntag215),
        ([0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x13], .ntag216),
        ([0x00, 0x04, 0x04, 0x04, 0x01, 0x00, 0x0F], .ntag213.named("NTAG213F")),
        ([0x00, 0x04, 0x04, 0x04, 0x01, 0x00, 0x13], .ntag216.named("NTAG216F")),
        ([0x00, 0x04, 0x04, 0x02, 0x03, 0x00, 0x0F], .ntag213.named("NTAG213 TagTamper")),
        ([0x00, 0x04, 0x04, 0x02, 0x04, 0x00, 0x0F], unmapped("NTAG223 DNA")),
        ([0x00, 0x04, 0x04, 0x08, 0x04, 0x00, 0x0F], unmapped("NTAG223 DNA StatusDetect")),
        ([0x00, 0x04, 0x04, 0x02, 0x05, 0x00, 0x10], unmapped("NTAG224 DNA")),
        ([0x00, 0x04, 0x04, 0x08, 0x05, 0x00, 0x10], unmapped("NTAG224 DNA StatusDetect")),
        ([0x00, 0x04, 0x04, 0x05, 0x02, 0x01, 0x13], sectored("NTAG I2C 1K")),
        ([0x00, 0x04, 0x04, 0x05, 0x02, 0x01, 0x15], sectored("NTAG I2C 2K")),
        ([0x00, 0x04, 0x04, 0x05, 0x02, 0x02, 0x13], sectored("NTAG I2C plus 1K")),
        ([0x00, 0x04, 0x04, 0x05, 0x02, 0x02, 0x15], sectored("NTAG I2C plus 2K")),
        ([0x00, 0x53, 0x04, 0x02, 0x01, 0x00, 0x0F], .ntag213.named("Feiju copy of NTAG213", isClone: true)),
        ([0x00, 0x05, 0x34, 0x02, 0x01, 0x00, 0x11], .ntag215.named("Feiju copy of NTAG215", isClone: true)),
    ]

    private static func unmapped(_ product: String) -> Chip {
        .unsupported(product, "its lock and configuration pages are not known here", features: .version)
    }

    private static func sectored(_ product: String) -> Chip {
        .unsupported(
            product, "its memory is in sectors, and a wired device may write it at the same time",
            features: [.version, .fastRead])
    }
}
