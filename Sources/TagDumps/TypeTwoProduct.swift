import TagKit

/// What the members of the Type 2 family are called, in Flipper's words, and how many pages each has.
///
/// Source of the names: DarkFlippers/unleashed-firmware lib/nfc/protocols/mf_ultralight/mf_ultralight.c; NTAG210
/// and NTAG212, which Flipper does not know, are named in the same way. I2C tags: NXP NT3H1101/1201 data sheet §8.3,
/// NT3H2111/2211 §8.3.
struct TypeTwoProduct: Hashable, Sendable {
    let name: String
    let pages: Int
    /// How the GET_VERSION answer goes on behind `00 04`: product type and, where it tells two apart, subtype.
    let versionMark: [UInt8]
    /// What is known of the memory; nil for I2C tags.
    let memory: Type2Memory?

    static let all = [
        TypeTwoProduct("Mifare Ultralight", .ultralight),
        TypeTwoProduct("Mifare Ultralight 11", .ultralight11, versionMark: [0x03]),
        TypeTwoProduct("NTAG210", .ntag210, versionMark: [0x04]),
        TypeTwoProduct("Mifare Ultralight 21", .ultralight21, versionMark: [0x03]),
        TypeTwoProduct("NTAG212", .ntag212, versionMark: [0x04]),
        TypeTwoProduct("NTAG203", .ntag203),
        TypeTwoProduct("NTAG213", .ntag213, versionMark: [0x04]),
        TypeTwoProduct("Mifare Ultralight C", .ultralightC),
        TypeTwoProduct("NTAG215", .ntag215, versionMark: [0x04]),
        TypeTwoProduct("NTAG216", .ntag216, versionMark: [0x04, 0x02]),
        TypeTwoProduct("NTAG I2C 1K", pages: 231),
        TypeTwoProduct("NTAG I2C Plus 1K", pages: 236),
        TypeTwoProduct("NTAG I2C 2K", pages: 485),
        TypeTwoProduct("NTAG I2C Plus 2K", pages: 492),
    ]

    /// The name for a tag of which only the memory and perhaps the GET_VERSION answer are known.
    ///
    /// The number of pages names most; of two with the same number the answer tells, and without one the first.
    static func name(pages: Int, version: [UInt8] = []) -> String {
        let candidates = all.filter { $0.pages == pages }
        let told = candidates.first { $0.fits(version: version) }
        return (told ?? candidates.first)?.name ?? "Type 2 Tag"
    }

    /// Whether this product may give that GET_VERSION answer; a chip without GET_VERSION gives none.
    func fits(version: [UInt8]) -> Bool {
        versionMark.isEmpty ? version.isEmpty : version.dropFirst(2).starts(with: versionMark)
    }

    private init(_ name: String, _ chip: Chip, versionMark: [UInt8] = []) {
        self.name = name
        self.versionMark = versionMark
        memory = chip.memory
        pages = chip.memory?.pageCount ?? 0
    }

    /// NTAG I2C: subtype 05h.
    private init(_ name: String, pages: Int) {
        self.name = name
        self.pages = pages
        versionMark = [0x04, 0x05]
        memory = nil
    }
}
