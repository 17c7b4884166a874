/// What the members of the Type 2 family are called, in Flipper's words, and how many pages each has.
///
/// Source: DarkFlippers/unleashed-firmware lib/nfc/protocols/mf_ultralight/mf_ultralight.c, and the data sheets of
/// NTAG210/212 (§8.5), NTAG213/215/216 (§8.5) and MF0ULX1 (§8.5).
struct TypeTwoProduct: Hashable, Sendable {
    let name: String
    let pages: Int
    /// How the GET_VERSION answer goes on behind `00 04`: product type and, where it tells two apart, subtype.
    var versionMark: [UInt8] = []

    static let all = [
        TypeTwoProduct(name: "Mifare Ultralight", pages: 16),
        TypeTwoProduct(name: "Mifare Ultralight 11", pages: 20, versionMark: [0x03]),
        TypeTwoProduct(name: "NTAG210", pages: 20, versionMark: [0x04]),
        TypeTwoProduct(name: "Mifare Ultralight 21", pages: 41, versionMark: [0x03]),
        TypeTwoProduct(name: "NTAG212", pages: 41, versionMark: [0x04]),
        TypeTwoProduct(name: "NTAG203", pages: 42),
        TypeTwoProduct(name: "NTAG213", pages: 45, versionMark: [0x04]),
        TypeTwoProduct(name: "Mifare Ultralight C", pages: 48),
        TypeTwoProduct(name: "NTAG215", pages: 135, versionMark: [0x04]),
        TypeTwoProduct(name: "NTAG216", pages: 231, versionMark: [0x04, 0x02]),
        TypeTwoProduct(name: "NTAG I2C 1K", pages: 231, versionMark: [0x04, 0x05]),
        TypeTwoProduct(name: "NTAG I2C Plus 1K", pages: 236, versionMark: [0x04, 0x05]),
        TypeTwoProduct(name: "NTAG I2C 2K", pages: 485, versionMark: [0x04, 0x05]),
        TypeTwoProduct(name: "NTAG I2C Plus 2K", pages: 492, versionMark: [0x04, 0x05]),
    ]

    /// The name for a tag of which only the memory and perhaps the GET_VERSION answer are known.
    ///
    /// The number of pages names most; of two with the same number the answer tells, and without one the first.
    static func name(pages: Int, version: [UInt8] = []) -> String {
        let candidates = all.filter { $0.pages == pages }
        let told = candidates.first { version.dropFirst(2).starts(with: $0.versionMark) }
        return (told ?? candidates.first)?.name ?? "Type 2 Tag"
    }
}
