import TagKit

/// The commands that every contactless PC/SC reader knows for cards without APDUs.
///
/// Source: PC/SC part 3 §3.2.2.1.
enum StorageCard {
    /// GET DATA: the card's UID.
    static let getUID: [UInt8] = [0xFF, 0xCA, 0x00, 0x00, 0x00]
    /// GET DATA: the ATS of a card with ISO-DEP, in some readers without TL.
    static let getATS: [UInt8] = [0xFF, 0xCA, 0x01, 0x00, 0x00]

    /// READ BINARY of a page or block.
    static func read(_ number: UInt8, count: UInt8) -> [UInt8] { [0xFF, 0xB0, 0x00, number, count] }

    /// UPDATE BINARY: 4 bytes a page of the Ultralight family, 16 a block of MIFARE Classic.
    static func update(_ number: UInt8, _ data: [UInt8]) -> [UInt8] {
        [0xFF, 0xD6, 0x00, number, UInt8(data.count)] + data
    }

    /// LOAD KEYS: a MIFARE Classic key into the reader's memory, which forgets it without power.
    static func load(_ key: ClassicKey) -> [UInt8] { [0xFF, 0x82, 0x00, 0x00, 0x06] + key.bytes }

    /// GENERAL AUTHENTICATE with the key that was loaded.
    static func authenticate(block: UInt8, _ slot: ClassicKey.Slot) -> [UInt8] {
        [0xFF, 0x86, 0x00, 0x00, 0x05, 0x01, 0x00, block, slot == .a ? 0x60 : 0x61, 0x00]
    }
}
