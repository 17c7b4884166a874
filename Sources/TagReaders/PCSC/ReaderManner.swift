import TagKit

/// How far a PC/SC reader lets a program talk to a Type 2 tag.
enum ReaderManner: Hashable, Sendable, CaseIterable {
    /// READ and WRITE alone, in the reader's own words.
    case storageCard
    /// A PN532 that takes its own commands: ACR122U, Touchatag.
    case direct
    /// Bytes for the tag as they are behind `FF 00 00 00`: ACR1251, ACR1252, ACR1281. A 4-bit ACK is lost on the way.
    case raw
    /// A transparent session of PC/SC part 3: ACR1252, ACR1552, OMNIKEY 5022 and other newer ones.
    case transparent

    /// What the reader can carry: all have ISO-DEP and MIFARE Classic by PC/SC's own commands.
    var capabilities: ReaderCapabilities {
        self == .storageCard
            ? [.type2, .isoDEP, .classic] : [.type2, .type2Extended, .isoDEP, .classic]
    }

    /// The most pages that one FAST_READ asks for: its answer and the reader's words about it stay below 256 bytes.
    static let longestFastReadPages = 60
}
