import TextKit

/// A tag's chip: its product name, its protocol and, if known, its memory map.
public struct Chip: Hashable, Sendable {
    /// The kind of tag. It determines the protocol and the structure of the memory.
    public enum Kind: Hashable, Sendable {
        /// An NFC Forum Type 2 tag. Its memory consists of pages of 4 bytes.
        case type2
        /// An NFC Forum Type 4 tag. Its memory consists of files, which are accessed over ISO-DEP.
        case type4
        /// A MIFARE Classic card, which is not an NFC Forum type. Its memory consists of 16-byte blocks that
        /// are protected by keys.
        case classic(ClassicSize)
    }

    /// The product's name for display and JSON, such as `NTAG213`.
    public let product: String
    /// The kind of tag: Type 2, Type 4 or MIFARE Classic.
    public let kind: Kind
    /// The memory map of a known Type 2 chip; nil for an unknown Type 2 chip and for other kinds.
    public let memory: Type2Memory?
    /// The optional commands and functions that the chip supports.
    public let features: Features
    /// Whether the chip is a copy by another manufacturer.
    public let isClone: Bool
    /// Whether the product was inferred from the tag's pages, because the reader could not request the chip's
    /// version. The chip could also be a copy or a variant of the product.
    public let isInferred: Bool
    /// The reason why this chip is not supported and must not be written; nil for a supported chip.
    public let refusal: String?

    /// The number of the NFC Forum tag type, 2 or 4; nil for MIFARE Classic.
    public var forumType: Int? {
        switch kind {
        case .type2: 2
        case .type4: 4
        case .classic: nil
        }
    }

    init(
        _ product: String, _ kind: Kind, memory: Type2Memory? = nil, features: Features = [],
        isClone: Bool = false, isInferred: Bool = false, refusal: String? = nil
    ) {
        self.product = product
        self.kind = kind
        self.memory = memory
        self.features = features
        self.isClone = isClone
        self.isInferred = isInferred
        self.refusal = refusal
    }

    /// A chip's optional commands and functions. Most of them exist only on Type 2 chips.
    public struct Features: OptionSet, Hashable, Sendable {
        /// The features, one bit each.
        public let rawValue: Int
        /// Creates a set from its bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The GET_VERSION command, which identifies the chip.
        public static let version = Features(rawValue: 1 << 0)
        /// The FAST_READ command, which reads a range of pages.
        public static let fastRead = Features(rawValue: 1 << 1)
        /// A password or key that protects the pages from AUTH0 on.
        public static let password = Features(rawValue: 1 << 2)
        /// A mirror of the UID or the counter, enabled by MIRROR_CONF, as on NTAG213, 215 and 216.
        public static let mirror = Features(rawValue: 1 << 3)
        /// A mirror of the UID, enabled by a MIRROR_PAGE value above 3, as on NTAG210 and 212.
        public static let mirrorByPage = Features(rawValue: 1 << 4)
        /// The manufacturer's signature of the UID, which READ_SIG returns.
        public static let signature = Features(rawValue: 1 << 5)
    }

    /// The sizes of MIFARE Classic cards that can store an NDEF message.
    public enum ClassicSize: Sendable {
        /// A card with 16 sectors of 4 blocks.
        case oneK
        /// A card with 32 sectors of 4 blocks and 8 sectors of 16 blocks.
        case fourK
    }

    // MARK: Chips by their response to GET_VERSION. Source: each chip's data sheet, §10.1 or "GET_VERSION"

    /// Identifies a Type 2 chip by its response to GET_VERSION.
    ///
    /// The last byte, which encodes the protocol, is not compared. If the response differs from that of a
    /// supported chip only in the manufacturer's byte, the chip is a copy by that manufacturer. Any other
    /// chip is unknown; it can be read, but must not be written.
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
                "the chip reports the unknown version \(Hex.upper(version)), so its memory layout is unknown",
                features: .version)
        }
    }

    /// Identifies a Type 4 chip by its response to GET_VERSION. If the response is empty or unknown, the
    /// result is a generic Type 4 tag.
    ///
    /// Only the hardware's manufacturer, type, subtype and major version are compared. Bit 7 of the subtype
    /// is ignored, because it encodes the strength of the modulation. Source: NXP NTAG 424 DNA data sheet
    /// §10.5.2 (Table 54); NTAG 424 DNA TagTamper data sheet §10.5.2.
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

    /// NTAG 424 DNA: a Type 4 tag with five AES keys. On each tap, it can add a message authentication code
    /// to its URL.
    public static let ntag424 = Chip("NTAG 424 DNA", .type4, features: .signature)
    /// NTAG 424 DNA TagTamper: an NTAG 424 DNA that detects whether its tamper loop was broken.
    public static let ntag424TagTamper = Chip(
        "NTAG 424 DNA TagTamper", .type4, features: .signature)

    /// The Type 2 chips that GET_VERSION identifies, each with the first seven bytes of its response. These
    /// bytes are the fixed header, manufacturer, type, subtype, major version, minor version and storage
    /// size.
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
        .unsupported(product, "the chip's lock and configuration pages are unknown", features: .version)
    }

    private static func sectored(_ product: String) -> Chip {
        .unsupported(
            product,
            "the chip's memory is divided into sectors, and a wired device may write to it at the same time",
            features: [.version, .fastRead])
    }

    // MARK: Identification by selection data, before the first command

    /// The result of identifying a tag by its selection data alone.
    enum Selection: Hashable {
        /// The selection data identifies the chip.
        case known(Chip)
        /// The tag is a Type 2 tag. Commands are required to identify its chip: GET_VERSION or, if the chip
        /// does not support it, READ.
        case type2
    }

    /// Identifies a tag by its SAK and, if it is a Type 2 tag, by the manufacturer byte of its UID.
    ///
    /// Source: ISO/IEC 14443-3 §6.4.3.4 (SAK); NXP AN10833 §3 (MIFARE); ISO/IEC 7816-6 (manufacturers).
    ///
    /// - Throws: `unsupportedTag` for a tag or device that cannot contain an NDEF message, although a reader
    ///   can select it.
    static func selection(_ tag: SelectedTag) throws(TagError) -> Selection {
        switch tag.sak {
        case _ where tag.sak & 0x20 != 0: return .known(.type4)
        case 0x08, 0x88: return .known(.classic1K)
        case 0x18: return .known(.classic4K)
        case 0x00: break
        case 0x09, 0x89:
            throw refused(
                "a MIFARE Classic Mini", "the card has only 5 sectors, with little room for a message")
        case 0x10, 0x11:
            throw refused("a MIFARE Plus in security level 2", "the card's sectors require AES keys")
        case _ where tag.sak & 0x40 != 0:
            throw refused("a phone or another NFC device", "the device uses peer-to-peer mode (NFC-DEP)")
        default:
            throw refused(
                "an unknown tag",
                "SAK \(Hex.byte(tag.sak)) does not indicate Type 2, Type 4 or MIFARE Classic")
        }
        guard tag.uid.count == 7 else { return .type2 }
        switch tag.uid[0] {
        case 0x02:
            return .known(unsupported("ST25TN", "the lock and configuration pages of ST's chips are unknown"))
        case 0x05:
            return .known(unsupported("Infineon my-d", "the chip's lock and configuration pages are unknown"))
        default: return .type2
        }
    }

    /// A Type 4 tag whose chip is unknown. The chip does not matter for reading and writing, because the
    /// tag's files describe its memory.
    public static let type4 = Chip("Type 4 tag", .type4)
    /// MIFARE Classic with 1 KiB. Source: NXP MF1S50 data sheet §8.6.
    public static let classic1K = Chip("MIFARE Classic 1K", .classic(.oneK))
    /// MIFARE Classic with 4 KiB. Source: NXP MF1S70 data sheet §8.6.
    public static let classic4K = Chip("MIFARE Classic 4K", .classic(.fourK))

    /// Returns a Type 2 chip that is not supported. A tag with this chip can be read, but must not be
    /// written.
    static func unsupported(_ product: String, _ reason: String, features: Features = []) -> Chip {
        Chip(product, .type2, features: features, refusal: reason)
    }

    private static func refused(_ product: String, _ reason: String) -> TagError {
        TagError(
            .unsupportedTag, "this is \(product), which is not supported", reason: reason,
            remedy: "use an NTAG213, 215 or 216, or another tag of NFC Forum Type 2 or 4")
    }

    // MARK: The Type 2 chips that are read and written, with the memory maps of their data sheets

    /// MIFARE Ultralight: 48 bytes of user memory, no commands beyond READ and WRITE. Source: NXP MF0ICU1
    /// data sheet §7.4.
    public static let ultralight = Chip(
        "MIFARE Ultralight", .type2, memory: Type2Memory(pages: 16, lastUserPage: 15, isBlank: true))

    /// MIFARE Ultralight C: 144 bytes of user memory. Source: NXP MF0ICU2 data sheet §7.5.
    public static let ultralightC = Chip(
        "MIFARE Ultralight C", .type2,
        memory: Type2Memory(
            pages: 48, lastUserPage: 39, locks: .fourPagesABit, protection: .ultralightC,
            controlTLVs: [0x01, 0x03, 0xA0, 0x10, 0x44], isBlank: true),
        features: .password)

    /// MIFARE Ultralight EV1 with 48 bytes of user memory. Source: NXP MF0ULx1 data sheet §8.5.
    public static let ultralight11 = Chip(
        "MIFARE Ultralight EV1 (MF0UL11)", .type2,
        memory: Type2Memory(
            pages: 20, lastUserPage: 15, protection: .configuration(page: 16), isBlank: true),
        features: .ev1)

    /// MIFARE Ultralight EV1 with 128 bytes of user memory. Source: NXP MF0ULx1 data sheet §8.5.
    public static let ultralight21 = Chip(
        "MIFARE Ultralight EV1 (MF0UL21)", .type2,
        memory: Type2Memory(
            pages: 41, lastUserPage: 35, locks: .even(last: 35, pagesPerBit: 2),
            protection: .configuration(page: 37), isBlank: true),
        features: .ev1)

    /// NTAG203: 144 bytes of user memory. Source: NXP NTAG203 data sheet §8.3.
    public static let ntag203 = Chip(
        "NTAG203", .type2,
        memory: Type2Memory(
            pages: 42, lastUserPage: 39, locks: .fourPagesABit, controlTLVs: [0x01, 0x03, 0xA0, 0x10, 0x44]))

    /// NTAG210: 48 bytes of user memory. Source: NXP NTAG210/212 data sheet §8.5.
    public static let ntag210 = Chip(
        "NTAG210", .type2,
        memory: Type2Memory(pages: 20, lastUserPage: 15, protection: .configuration(page: 16)),
        features: [.ev1, .mirrorByPage])

    /// NTAG212: 128 bytes of user memory. Source: NXP NTAG210/212 data sheet §8.5.
    public static let ntag212 = Chip(
        "NTAG212", .type2,
        memory: Type2Memory(
            pages: 41, lastUserPage: 35, locks: .even(last: 35, pagesPerBit: 2),
            protection: .configuration(page: 37), controlTLVs: [0x01, 0x03, 0x90, 0x0A, 0x34]),
        features: [.ev1, .mirrorByPage])

    /// NTAG213: 144 bytes of user memory. Source: NXP NTAG213/215/216 data sheet §8.5.
    public static let ntag213 = Chip(
        "NTAG213", .type2, memory: .ntag213, features: [.ev1, .mirror])

    /// NTAG215: 504 bytes of user memory. The capability container declares 496 of them. Source: NXP
    /// NTAG213/215/216 data sheet §8.5.
    public static let ntag215 = Chip(
        "NTAG215", .type2,
        memory: Type2Memory(
            pages: 135, lastUserPage: 129, locks: .even(last: 129, pagesPerBit: 16),
            protection: .configuration(page: 131), areaBytes: 496),
        features: [.ev1, .mirror])

    /// NTAG216: 888 bytes of user memory. The capability container declares 872 of them. Source: NXP
    /// NTAG213/215/216 data sheet §8.5.
    public static let ntag216 = Chip(
        "NTAG216", .type2,
        memory: Type2Memory(
            pages: 231, lastUserPage: 225, locks: .even(last: 225, pagesPerBit: 16),
            protection: .configuration(page: 227), areaBytes: 872),
        features: [.ev1, .mirror])

    /// The Type 2 chips that can be read and written, in ascending order of memory size.
    public static let supportedType2: [Chip] = [
        ultralight, ultralight11, ntag210, ultralight21, ntag212, ultralightC, ntag203, ntag213, ntag215,
        ntag216,
    ]

    /// Returns a chip with the same memory map and a different product name, for a copy by another
    /// manufacturer or a variant of the same chip.
    func named(_ product: String, isClone: Bool = false, features: Features? = nil) -> Chip {
        Chip(
            product, kind, memory: memory, features: features ?? self.features, isClone: isClone,
            refusal: refusal)
    }
}

extension Chip.Features {
    /// The features that Ultralight EV1 introduced and every NTAG21x has. Source: NXP MF0ULx1 data sheet §9.
    static let ev1: Chip.Features = [.version, .fastRead, .password, .signature]

    /// Whether the chip can mirror its UID.
    var hasMirror: Bool { !isDisjoint(with: [.mirror, .mirrorByPage]) }
}

extension Type2Memory {
    /// The memory map of the NTAG213 and its copies by other manufacturers.
    static let ntag213 = Type2Memory(
        pages: 45, lastUserPage: 39, locks: .even(last: 39, pagesPerBit: 2),
        protection: .configuration(page: 41), controlTLVs: [0x01, 0x03, 0xA0, 0x0C, 0x34])

    /// Creates a memory map. The capability container has version 1.0, grants unrestricted read and write
    /// access, and declares `areaBytes` or, if `areaBytes` is nil, all of the user memory.
    ///
    /// Source: T2TOP 1.1 §2.1: `E1`, version, size in units of 8 bytes, access.
    init(
        pages: Int, lastUserPage: Int, locks: DynamicLocks? = nil, protection: Protection? = nil,
        controlTLVs: [UInt8] = [], areaBytes: Int? = nil, isBlank: Bool = false
    ) {
        let area = areaBytes ?? (lastUserPage - Self.firstUserPage + 1) * 4
        self.init(
            pageCount: pages, lastUserPage: lastUserPage, dynamicLocks: locks, protection: protection,
            container: [0xE1, 0x10, UInt8(area / 8), 0x00], controlTLVs: controlTLVs,
            isBlankFromFactory: isBlank)
    }
}
