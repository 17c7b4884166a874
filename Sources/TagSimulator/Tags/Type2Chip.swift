/// The properties of a simulated Type 2 chip: its memory map, its commands and its content at delivery.
public struct Type2Chip: Hashable, Sendable {
    /// A feature that only some chips have.
    enum Feature {
        /// The GET_VERSION, FAST_READ, READ_SIG and PWD_AUTH commands.
        case ev1
        /// The NFC counter of NTAG21x, which READ_CNT returns as counter 2. The first read after power-up
        /// increments it.
        case nfcCounter
        /// Three one-way counters, with the READ_CNT, INCR_CNT and CHECK_TEARING_EVENT commands.
        case threeCounters
        /// An ASCII mirror of the UID.
        case uidMirror
        /// An ASCII mirror that can include the NFC counter. MIRROR_CONF selects its content.
        case counterMirror
        /// The VCSL command.
        case virtualCard
        /// The AUTHENTICATE command of Ultralight C with a 3DES key, and its configuration pages AUTH0 and
        /// AUTH1.
        case tripleDES
        /// A 16-bit one-way counter on page 41.
        case counterPage
        /// Anti-tearing: if the field is lost during a write, the capability container and lock bits have
        /// their old or their new value, never a mix.
        case antiTearing
        /// New lock bits take effect at the next REQA or WUPA, not immediately.
        case lateLocks
    }

    /// The product's name in tag files.
    public let product: String
    /// The number of pages.
    public let pageCount: Int
    /// The number of the last page of user memory, which begins at page 4.
    public let lastUserPage: Int
    /// The response to GET_VERSION; empty if the chip does not support the command.
    public let version: [UInt8]
    let features: Set<Feature>
    let dynamicLocks: LockBits?
    /// The content of page 3 (`factoryCC`) and of the first user pages (`factoryData`) at delivery.
    let factoryCC: [UInt8]
    let factoryData: [UInt8]

    /// The number of the page with the dynamic lock bytes, which follows the user memory; nil if the chip has
    /// no such page.
    var dynamicLockPage: Int? { dynamicLocks == nil ? nil : lastUserPage + 1 }
    /// The number of page CFG0, the first of the four pages CFG0, CFG1, PWD and PACK; nil if the chip does
    /// not have these pages.
    var configPage: Int? { features.contains(.ev1) ? pageCount - 4 : nil }
    /// The numbers of the pages whose content READ never returns: PWD and PACK, or the key of an Ultralight
    /// C.
    var secretPages: [Int] {
        if let page = configPage { return [page + 2, page + 3] }
        return features.contains(.tripleDES) ? Array(44...47) : []
    }
    /// The number of the last page that READ can address. On an Ultralight C, the pages after it contain the
    /// key.
    var lastReadablePage: Int { features.contains(.tripleDES) ? 43 : pageCount - 1 }

    /// All simulated chips, in ascending order of memory size.
    public static let all: [Type2Chip] = [
        ultralight, ntag210, ultralight11, ntag212, ultralight21, ntag203, ntag213, ultralightC, ntag215,
        ntag216,
    ]

    /// Returns the chip with a product name; nil if there is no such chip.
    static func named(_ product: String) -> Type2Chip? { all.first { $0.product == product } }

    /// MIFARE Ultralight. A new tag has no capability container on page 3. Source: NXP MF0ICU1 data sheet
    /// §7.4.
    public static let ultralight = Type2Chip(
        product: "Mifare Ultralight", pageCount: 16, lastUserPage: 15, version: [], features: [],
        dynamicLocks: nil, factoryCC: [0, 0, 0, 0], factoryData: [])

    /// MIFARE Ultralight C. A new tag has no capability container on page 3. Source: NXP MF0ICU2 data sheet
    /// rev. 3.3 §7.5, table 13.
    public static let ultralightC = Type2Chip(
        product: "Mifare Ultralight C", pageCount: 48, lastUserPage: 39, version: [],
        features: [.tripleDES, .counterPage, .antiTearing, .lateLocks], dynamicLocks: .ultralightC,
        factoryCC: [0, 0, 0, 0], factoryData: [])

    /// NTAG203. Source: NXP NTAG203 data sheet rev. 3.0 §8.5.
    public static let ntag203 = Type2Chip(
        product: "NTAG203", pageCount: 42, lastUserPage: 39, version: [],
        features: [.counterPage, .lateLocks], dynamicLocks: .ntag203, factoryCC: [0xE1, 0x10, 0x12, 0x00],
        factoryData: [0x01, 0x03, 0xA0, 0x10, 0x44, 0x03, 0x00, 0xFE])

    /// MIFARE Ultralight EV1 with 48 bytes of user memory. Source: NXP MF0ULx1 data sheet §8.5, §10.1.
    public static let ultralight11 = Type2Chip(
        product: "Mifare Ultralight 11", pageCount: 20, lastUserPage: 15,
        version: [0x00, 0x04, 0x03, 0x01, 0x01, 0x00, 0x0B, 0x03],
        features: [.ev1, .threeCounters, .virtualCard, .antiTearing], dynamicLocks: nil,
        factoryCC: [0, 0, 0, 0], factoryData: [])

    /// MIFARE Ultralight EV1 with 128 bytes of user memory. Source: NXP MF0ULx1 data sheet §8.5, §10.1.
    public static let ultralight21 = Type2Chip(
        product: "Mifare Ultralight 21", pageCount: 41, lastUserPage: 35,
        version: [0x00, 0x04, 0x03, 0x01, 0x01, 0x00, 0x0E, 0x03],
        features: [.ev1, .threeCounters, .virtualCard, .antiTearing],
        dynamicLocks: .dynamicBytes(last: 35, pagesPerBit: 2), factoryCC: [0, 0, 0, 0], factoryData: [])

    /// NTAG210. Source: NXP NTAG210/212 data sheet §8.5, §10.1.
    public static let ntag210 = Type2Chip(
        product: "NTAG210", pageCount: 20, lastUserPage: 15,
        version: [0x00, 0x04, 0x04, 0x01, 0x01, 0x00, 0x0B, 0x03],
        features: [.ev1, .uidMirror, .antiTearing],
        dynamicLocks: nil, factoryCC: [0xE1, 0x10, 0x06, 0x00], factoryData: [0x03, 0x00, 0xFE, 0x00])

    /// NTAG212. Source: NXP NTAG210/212 data sheet §8.5, §10.1.
    public static let ntag212 = Type2Chip(
        product: "NTAG212", pageCount: 41, lastUserPage: 35,
        version: [0x00, 0x04, 0x04, 0x01, 0x01, 0x00, 0x0E, 0x03],
        features: [.ev1, .uidMirror, .antiTearing],
        dynamicLocks: .dynamicBytes(last: 35, pagesPerBit: 2), factoryCC: [0xE1, 0x10, 0x10, 0x00],
        factoryData: [0x01, 0x03, 0x90, 0x0A, 0x34, 0x03, 0x00, 0xFE])

    /// NTAG213. Source: NXP NTAG213/215/216 data sheet §8.5, §10.1.
    public static let ntag213 = ntag21x(
        "NTAG213", pages: 45, lastUserPage: 39, pagesPerLockBit: 2, storage: 0x0F, ccSize: 0x12,
        data: [0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, 0x00, 0xFE])

    /// NTAG215. Source: NXP NTAG213/215/216 data sheet §8.5, §10.1.
    public static let ntag215 = ntag21x(
        "NTAG215", pages: 135, lastUserPage: 129, pagesPerLockBit: 16, storage: 0x11, ccSize: 0x3E,
        data: [0x03, 0x00, 0xFE])

    /// NTAG216. Source: NXP NTAG213/215/216 data sheet §8.5, §10.1.
    public static let ntag216 = ntag21x(
        "NTAG216", pages: 231, lastUserPage: 225, pagesPerLockBit: 16, storage: 0x13, ccSize: 0x6D,
        data: [0x03, 0x00, 0xFE])

    private static func ntag21x(
        _ product: String, pages: Int, lastUserPage: Int, pagesPerLockBit: Int, storage: UInt8, ccSize: UInt8,
        data: [UInt8]
    ) -> Type2Chip {
        Type2Chip(
            product: product, pageCount: pages, lastUserPage: lastUserPage,
            version: [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, storage, 0x03],
            features: [.ev1, .nfcCounter, .uidMirror, .counterMirror, .antiTearing],
            dynamicLocks: .dynamicBytes(last: lastUserPage, pagesPerBit: pagesPerLockBit),
            factoryCC: [0xE1, 0x10, ccSize, 0x00], factoryData: data)
    }

    /// Returns the bytes of all pages of a new tag.
    ///
    /// Source: NXP NTAG213/215/216 data sheet §8.5 (memory map and delivery state); dumps of blank tags.
    ///
    /// - Parameter uid: The tag's UID: exactly 7 bytes.
    public func factoryMemory(uid: [UInt8]) -> [UInt8] {
        precondition(uid.count == 7, "the UID of a Type 2 tag must have 7 bytes")
        var memory = [UInt8](repeating: 0, count: pageCount * 4)
        let firstCheck = 0x88 ^ uid[0] ^ uid[1] ^ uid[2]
        let secondCheck = uid[3] ^ uid[4] ^ uid[5] ^ uid[6]
        // 48h is NXP's internal byte.
        memory.replaceSubrange(
            0..<16, with: uid[0...2] + [firstCheck] + uid[3...6] + [secondCheck, 0x48, 0, 0] + factoryCC)
        memory.replaceSubrange(16..<16 + factoryData.count, with: factoryData)
        if let page = dynamicLockPage, features.contains(.ev1) { memory[page * 4 + 3] = 0xBD }
        if let page = configPage {
            // MIRROR 04h: strong modulation on (NTAG21x); AUTH0 FFh: no protection; AUTHLIM 0; PWD all ones.
            let mirror: UInt8 = features.contains(.counterMirror) ? 0x04 : 0x00
            memory.replaceSubrange(
                page * 4..<page * 4 + 12, with: [mirror, 0, 0, 0xFF, 0, 0x05, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF])
        }
        if features.contains(.tripleDES) {
            // AUTH0 30h disables the protection; the key is NXP's default text. Source: MF0ICU2 data sheet §7.5.5.
            memory[42 * 4] = 0x30
            memory.replaceSubrange(44 * 4..<48 * 4, with: "BREAKMEIFYOUCAN!".utf8)
        }
        return memory
    }
}
