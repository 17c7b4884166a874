import TextKit

/// A tag's chip: its product name, its protocol and, if known, its memory map.
public struct Chip: Hashable, Sendable {
    /// The protocol and memory of a chip.
    public enum Kind: Hashable, Sendable {
        /// NFC Forum Type 2: pages of 4 bytes.
        case type2
        /// NFC Forum Type 4: files over ISO-DEP.
        case type4
        /// MIFARE Classic: blocks of 16 bytes protected by keys. Not an NFC Forum type.
        case classic(ClassicSize)
    }

    /// The product's name for display and JSON, such as `NTAG213`.
    public let product: String
    /// The chip's protocol and memory.
    public let kind: Kind
    /// The memory map of a known Type 2 chip; nil for an unknown Type 2 chip and for other kinds.
    public let memory: Type2Memory?
    /// The commands that the chip supports beyond READ and WRITE.
    public let features: Features
    /// Whether the chip is another manufacturer's copy of `product`.
    public let isClone: Bool
    /// The reason that the chip is never written; nil for a supported chip.
    public let refusal: String?

    /// The NFC Forum type, 2 or 4; nil for MIFARE Classic.
    public var forumType: Int? {
        switch kind {
        case .type2: 2
        case .type4: 4
        case .classic: nil
        }
    }

    init(
        _ product: String, _ kind: Kind, memory: Type2Memory? = nil, features: Features = [],
        isClone: Bool = false, refusal: String? = nil
    ) {
        self.product = product
        self.kind = kind
        self.memory = memory
        self.features = features
        self.isClone = isClone
        self.refusal = refusal
    }

    /// The features of a chip beyond reading and writing, mostly of Type 2 chips.
    public struct Features: OptionSet, Hashable, Sendable {
        /// The features, one bit each.
        public let rawValue: Int
        /// Creates a set from its bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// GET_VERSION.
        public static let version = Features(rawValue: 1 << 0)
        /// FAST_READ.
        public static let fastRead = Features(rawValue: 1 << 1)
        /// A password or key that protects the page AUTH0 and all later ones.
        public static let password = Features(rawValue: 1 << 2)
        /// MIRROR_CONF enables a mirror of UID or counter: NTAG213, 215, 216.
        public static let mirror = Features(rawValue: 1 << 3)
        /// A MIRROR_PAGE above 3 enables the UID mirror: NTAG210, 212.
        public static let mirrorByPage = Features(rawValue: 1 << 4)
        /// READ_SIG, the manufacturer's signature of the UID.
        public static let signature = Features(rawValue: 1 << 5)
    }

    /// The two sizes of MIFARE Classic that can hold NDEF.
    public enum ClassicSize: Sendable {
        /// A card with 16 sectors of 4 blocks.
        case oneK
        /// A card with 32 sectors of 4 blocks and 8 sectors of 16 blocks.
        case fourK
    }

    // MARK: Chips by their response to GET_VERSION. Source: each chip's data sheet, §10.1 or "GET_VERSION"

    /// Identifies a chip by its response to GET_VERSION.
    ///
    /// The last byte, the protocol, is not compared. If only the manufacturer's byte differs from a supported
    /// chip, the chip is that manufacturer's copy. Any other chip is unknown; it is read but never written.
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
                "the chip's version \(Hex.upper(version)) is not in the table, so its memory is unknown",
                features: .version)
        }
    }

    /// Identifies a Type 4 chip by its response to GET_VERSION. Any other response means a generic Type 4 tag.
    ///
    /// The manufacturer, type, subtype and major version of the hardware are compared. Bit 7 of the subtype is the
    /// strength of the modulation. Source: NXP NTAG 424 DNA data sheet §10.5.2 (Table 54); NTAG 424 DNA TagTamper data
    /// sheet §10.5.2.
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

    /// A Type 4 tag with five AES keys that adds an authentication code to its URL on each tap.
    public static let ntag424 = Chip("NTAG 424 DNA", .type4, features: .signature)
    /// An NTAG 424 DNA with a tamper loop. The chip detects whether the loop was broken.
    public static let ntag424TagTamper = Chip(
        "NTAG 424 DNA TagTamper", .type4, features: .signature)

    /// The chips, each with the first seven bytes of its version: fixed header, manufacturer, type, subtype, major,
    /// minor, storage.
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
            product, "the chip's memory is in sectors, and a wired device may write it at the same time",
            features: [.version, .fastRead])
    }

    // MARK: Identification by selection data, before the first command

    /// The result of identifying a tag by its selection data.
    enum Selection: Hashable {
        /// The chip is identified.
        case known(Chip)
        /// A Type 2 tag, which is identified by GET_VERSION or, if that is not supported, by READ.
        case type2
    }

    /// Identifies a tag by its SAK and, for Type 2, by the manufacturer's byte of its UID.
    ///
    /// Source: ISO/IEC 14443-3 §6.4.3.4 (SAK); NXP AN10833 §3 (MIFARE); ISO/IEC 7816-6 (manufacturers).
    ///
    /// - Throws: `unsupportedTag` for a tag that cannot contain NDEF although this kind of reader can select it.
    static func selection(_ tag: SelectedTag) throws(TagError) -> Selection {
        switch tag.sak {
        case _ where tag.sak & 0x20 != 0: return .known(.type4)
        case 0x08, 0x88: return .known(.classic1K)
        case 0x18: return .known(.classic4K)
        case 0x00: break
        case 0x09, 0x89:
            throw refused("MIFARE Classic Mini", "the card's 5 sectors are too small for a message")
        case 0x10, 0x11:
            throw refused("MIFARE Plus in security level 2", "the card's sectors require AES keys")
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

    /// A generic NFC Forum Type 4 tag. The tag's files describe it, regardless of the chip.
    public static let type4 = Chip("Type 4 tag", .type4)
    /// MIFARE Classic with 1 KiB. Source: NXP MF1S50 data sheet §8.6.
    public static let classic1K = Chip("MIFARE Classic 1K", .classic(.oneK))
    /// MIFARE Classic with 4 KiB. Source: NXP MF1S70 data sheet §8.6.
    public static let classic4K = Chip("MIFARE Classic 4K", .classic(.fourK))

    /// Returns a Type 2 chip that is recognized but not supported. It is read as its capability container
    /// declares, and is never written.
    static func unsupported(_ product: String, _ reason: String, features: Features = []) -> Chip {
        Chip(product, .type2, features: features, refusal: reason)
    }

    private static func refused(_ product: String, _ reason: String) -> TagError {
        TagError(
            .unsupportedTag, "this is \(product), which is not supported", reason: reason,
            remedy: "use an NTAG213, 215 or 216, or another tag of NFC Forum Type 2 or 4")
    }

    // MARK: Chips without GET_VERSION, by their pages

    /// The results of the commands that ``TagSession`` sends to identify a chip, in order. A result is nil if an
    /// earlier one made its command unnecessary.
    struct Probes: Hashable {
        /// Whether the tag responded to `1A 00` with a challenge.
        var answersAuthenticate: Bool
        /// Whether the tag responded to READ of page 26h; nil if READ was not sent.
        var hasPage26: Bool?
        /// Whether the tag responded to READ of page 2Ch; nil if READ was not sent.
        var hasPage2C: Bool?
        /// Whether the tag responded to READ of page 30h; nil if READ was not sent.
        var hasPage30: Bool?
    }

    /// Identifies the chip by its probes and by its container, which is page 3. A chip that declares more than
    /// NTAG213's 144 bytes is unknown.
    ///
    /// Source: the memory maps of the data sheets: Ultralight ends at page 0Fh, NTAG203 at 29h, NTAG213 at 2Ch.
    init(_ probes: Probes, container: [UInt8]) {
        if probes.answersAuthenticate {
            self = .ultralightC
        } else if probes.hasPage26 != true {
            self = .ultralight
        } else if probes.hasPage2C != true {
            self = .ntag203
        } else if container.count > 2, container[2] > Self.ntag213.memory?.container[2] ?? 0 {
            self = .unsupported(
                "an unknown Type 2 chip",
                "the chip does not support GET_VERSION and claims \(Int(container[2]) * 8) bytes")
        } else {
            let product = probes.hasPage30 == true ? "Fudan FM11NT021" : "NTAG213 copy without GET_VERSION"
            self = Self.ntag213.named(product, isClone: true, features: [])
        }
    }

    // MARK: The Type 2 chips that are read and written, with the memory maps of their data sheets

    /// MIFARE Ultralight: 48 bytes, no commands beyond READ and WRITE. Source: NXP MF0ICU1 data sheet §7.4.
    public static let ultralight = Chip(
        "MIFARE Ultralight", .type2, memory: Type2Memory(pages: 16, lastUserPage: 15, isBlank: true))

    /// MIFARE Ultralight C: 144 bytes. Source: NXP MF0ICU2 data sheet §7.5.
    public static let ultralightC = Chip(
        "MIFARE Ultralight C", .type2,
        memory: Type2Memory(
            pages: 48, lastUserPage: 39, locks: .fourPagesABit, protection: .ultralightC,
            controlTLVs: [0x01, 0x03, 0xA0, 0x10, 0x44], isBlank: true),
        features: .password)

    /// MIFARE Ultralight EV1 with 48 bytes. Source: NXP MF0ULx1 data sheet §8.5.
    public static let ultralight11 = Chip(
        "MIFARE Ultralight EV1 (MF0UL11)", .type2,
        memory: Type2Memory(
            pages: 20, lastUserPage: 15, protection: .configuration(page: 16), isBlank: true),
        features: .ev1)

    /// MIFARE Ultralight EV1 with 128 bytes. Source: NXP MF0ULx1 data sheet §8.5.
    public static let ultralight21 = Chip(
        "MIFARE Ultralight EV1 (MF0UL21)", .type2,
        memory: Type2Memory(
            pages: 41, lastUserPage: 35, locks: .even(last: 35, pagesPerBit: 2),
            protection: .configuration(page: 37), isBlank: true),
        features: .ev1)

    /// NTAG203: 144 bytes. Source: NXP NTAG203 data sheet §8.3.
    public static let ntag203 = Chip(
        "NTAG203", .type2,
        memory: Type2Memory(
            pages: 42, lastUserPage: 39, locks: .fourPagesABit, controlTLVs: [0x01, 0x03, 0xA0, 0x10, 0x44]))

    /// NTAG210: 48 bytes. Source: NXP NTAG210/212 data sheet §8.5.
    public static let ntag210 = Chip(
        "NTAG210", .type2,
        memory: Type2Memory(pages: 20, lastUserPage: 15, protection: .configuration(page: 16)),
        features: [.ev1, .mirrorByPage])

    /// NTAG212: 128 bytes. Source: NXP NTAG210/212 data sheet §8.5.
    public static let ntag212 = Chip(
        "NTAG212", .type2,
        memory: Type2Memory(
            pages: 41, lastUserPage: 35, locks: .even(last: 35, pagesPerBit: 2),
            protection: .configuration(page: 37), controlTLVs: [0x01, 0x03, 0x90, 0x0A, 0x34]),
        features: [.ev1, .mirrorByPage])

    /// NTAG213: 144 bytes. Source: NXP NTAG213/215/216 data sheet §8.5.
    public static let ntag213 = Chip(
        "NTAG213", .type2, memory: .ntag213, features: [.ev1, .mirror])

    /// NTAG215: 504 bytes; the container declares 496. Source: NXP NTAG213/215/216 data sheet §8.5.
    public static let ntag215 = Chip(
        "NTAG215", .type2,
        memory: Type2Memory(
            pages: 135, lastUserPage: 129, locks: .even(last: 129, pagesPerBit: 16),
            protection: .configuration(page: 131), areaBytes: 496),
        features: [.ev1, .mirror])

    /// NTAG216: 888 bytes; the container declares 872. Source: NXP NTAG213/215/216 data sheet §8.5.
    public static let ntag216 = Chip(
        "NTAG216", .type2,
        memory: Type2Memory(
            pages: 231, lastUserPage: 225, locks: .even(last: 225, pagesPerBit: 16),
            protection: .configuration(page: 227), areaBytes: 872),
        features: [.ev1, .mirror])

    /// All supported Type 2 chips, by ascending memory size.
    public static let supportedType2: [Chip] = [
        ultralight, ultralight11, ntag210, ultralight21, ntag212, ultralightC, ntag203, ntag213, ntag215,
        ntag216,
    ]

    /// Returns the same chip with a different product name, for a copy by another manufacturer or for a close
    /// relative.
    func named(_ product: String, isClone: Bool = false, features: Features? = nil) -> Chip {
        Chip(
            product, kind, memory: memory, features: features ?? self.features, isClone: isClone,
            refusal: refusal)
    }
}

extension Chip.Features {
    /// The features that Ultralight EV1 introduced and every NTAG21x has. Source: NXP MF0ULx1 data sheet §9.
    static let ev1: Chip.Features = [.version, .fastRead, .password, .signature]
}

extension Type2Memory {
    /// The memory map of NTAG213 and of the many chips that copy it.
    static let ntag213 = Type2Memory(
        pages: 45, lastUserPage: 39, locks: .even(last: 39, pagesPerBit: 2),
        protection: .configuration(page: 41), controlTLVs: [0x01, 0x03, 0xA0, 0x0C, 0x34])

    /// Creates a map whose capability container has version 1.0 and unrestricted read and write access. The container
    /// declares `areaBytes` or, if that is nil, all of the user memory.
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
