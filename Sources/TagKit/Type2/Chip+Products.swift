/// The Type 2 chips that are read and written, with the memory maps of their data sheets.
extension Chip {
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

    /// NTAG215: 504 bytes, of which the container counts 496. Source: NXP NTAG213/215/216 data sheet §8.5.
    public static let ntag215 = Chip(
        "NTAG215", .type2,
        memory: Type2Memory(
            pages: 135, lastUserPage: 129, locks: .even(last: 129, pagesPerBit: 16),
            protection: .configuration(page: 131), areaBytes: 496),
        features: [.ev1, .mirror])

    /// NTAG216: 888 bytes, of which the container counts 872. Source: NXP NTAG213/215/216 data sheet §8.5.
    public static let ntag216 = Chip(
        "NTAG216", .type2,
        memory: Type2Memory(
            pages: 231, lastUserPage: 225, locks: .even(last: 225, pagesPerBit: 16),
            protection: .configuration(page: 227), areaBytes: 872),
        features: [.ev1, .mirror])

    /// Every Type 2 chip that is supported, by rising memory.
    public static let supportedType2: [Chip] = [
        ultralight, ultralight11, ntag210, ultralight21, ntag212, ultralightC, ntag203, ntag213, ntag215,
        ntag216,
    ]

    /// The same chip under another name: another maker's copy, or a close relative.
    func named(_ product: String, isClone: Bool = false, features: Features? = nil) -> Chip {
        Chip(
            product, kind, memory: memory, features: features ?? self.features, isClone: isClone,
            refusal: refusal)
    }
}

extension Chip.Features {
    /// What came with Ultralight EV1 and stands in every NTAG21x. Source: NXP MF0ULx1 data sheet §9.
    static let ev1: Chip.Features = [.version, .fastRead, .password, .signature]
}

extension Type2Memory {
    /// NTAG213's map, which many copies share.
    static let ntag213 = Type2Memory(
        pages: 45, lastUserPage: 39, locks: .even(last: 39, pagesPerBit: 2),
        protection: .configuration(page: 41), controlTLVs: [0x01, 0x03, 0xA0, 0x0C, 0x34])

    /// A map whose container says version 1.0, `areaBytes` or all of the user memory, free to read and write.
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
