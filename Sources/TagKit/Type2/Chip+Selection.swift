import TextKit

/// What a tag's selection and its UID tell already, before the first command.
extension Chip {
    /// What is known once a tag is selected.
    enum Selection: Hashable, Sendable {
        /// It needs no further question.
        case known(Chip)
        /// A Type 2 tag: GET_VERSION and, where that is not known, what it answers to READ tell the chip.
        case type2
    }

    /// Tells tags apart by SAK and, for Type 2, by the maker's byte of the UID.
    ///
    /// Source: ISO/IEC 14443-3 §6.4.3.4 (SAK); NXP AN10833 §3 (MIFARE); ISO/IEC 7816-6 (makers).
    ///
    /// - Throws: `unsupportedTag` for what holds no NDEF that a reader of this kind can reach.
    static func selection(_ tag: SelectedTag) throws(TagError) -> Selection {
        switch tag.sak {
        case _ where tag.sak & 0x20 != 0: return .known(.type4)
        case 0x08, 0x88: return .known(.classic1K)
        case 0x18: return .known(.classic4K)
        case 0x00: break
        case 0x09, 0x89: throw refused("MIFARE Classic Mini", "its 5 sectors hold too little for a message")
        case 0x10, 0x11: throw refused("MIFARE Plus in security level 2", "its sectors need AES keys")
        case _ where tag.sak & 0x40 != 0:
            throw refused("a phone or another NFC device", "it speaks peer to peer (NFC-DEP)")
        default:
            throw refused(
                "an unknown tag", "SAK \(Hex.byte(tag.sak)) is none of Type 2, Type 4 or MIFARE Classic")
        }
        guard tag.uid.count == 7 else { return .type2 }
        switch tag.uid[0] {
        case 0x02:
            return .known(unsupported("ST25TN", "ST's lock and configuration pages are not known here"))
        case 0x05:
            return .known(unsupported("Infineon my-d", "its lock and configuration pages are not known here"))
        default: return .type2
        }
    }

    /// An NFC Forum Type 4 tag; files, not the chip, say what it holds.
    public static let type4 = Chip("Type 4 tag", .type4)
    /// MIFARE Classic with 1 KiB. Source: NXP MF1S50 data sheet §8.6.
    public static let classic1K = Chip("MIFARE Classic 1K", .classic(.oneK))
    /// MIFARE Classic with 4 KiB. Source: NXP MF1S70 data sheet §8.6.
    public static let classic4K = Chip("MIFARE Classic 4K", .classic(.fourK))

    /// A Type 2 chip that is named, read by its container and not written.
    static func unsupported(_ product: String, _ reason: String, features: Features = []) -> Chip {
        Chip(product, .type2, features: features, refusal: reason)
    }

    private static func refused(_ product: String, _ reason: String) -> TagError {
        TagError(
            .unsupportedTag, "this is \(product), which is not supported", reason: reason,
            remedy: "use an NTAG213, 215 or 216, or another tag of NFC Forum Type 2 or 4")
    }
}
