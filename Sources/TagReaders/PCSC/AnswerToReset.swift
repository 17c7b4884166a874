import TagKit

/// A parsed answer to reset (ATR). A contactless reader generates it from the selected card's data.
///
/// Source: PC/SC Workgroup, Interoperability Specification part 3 §3.1.3.2.3, and its supplement on storage
/// cards.
struct AnswerToReset: Hashable {
    /// A kind of card, as identified by its ATR.
    enum Kind: Hashable {
        /// An ISO/IEC 14443 type A card without ISO-DEP. `name` is the card name code from the PC/SC
        /// supplement on storage cards, such as `0x0003` for the Ultralight family.
        case storage(name: UInt16)
        /// A card that conforms to a standard other than ISO/IEC 14443 type A, such as ISO 15693 or FeliCa.
        /// `code` is the number of that standard in the PC/SC supplement on storage cards.
        case otherStandard(code: UInt8)
        /// A card with ISO-DEP, which accepts APDUs.
        case isoDEP
        /// An ATR that does not belong to a contactless card.
        case unknown
    }

    /// The kind of card that the ATR describes.
    var kind: Kind
    /// The historical bytes. For an ISO-DEP card, they are the historical bytes of its ATS.
    var historicalBytes: [UInt8]

    /// The registered application provider identifier (RID) of the PC/SC Workgroup, which identifies storage
    /// cards.
    private static let workgroup: [UInt8] = [0xA0, 0x00, 0x00, 0x03, 0x06]

    /// Parses an ATR. The kind of an invalid ATR is ``Kind/unknown``.
    init(_ atr: [UInt8]) {
        // TS, T0 with the number of historical bytes, TD1 and TD2 for T=0 and T=1; then those bytes and TCK.
        guard atr.count >= 5, atr[0] == 0x3B, atr[1] & 0xF0 == 0x80, atr[2] == 0x80, atr[3] == 0x01,
            atr.count == 5 + Int(atr[1] & 0x0F), atr.dropFirst().reduce(0, ^) == 0
        else {
            (kind, historicalBytes) = (.unknown, [])
            return
        }
        historicalBytes = Array(atr[4..<(atr.count - 1)])
        let isNamed =
            historicalBytes.count == 15 && historicalBytes[0] == 0x80 && historicalBytes[1] == 0x4F
            && Array(historicalBytes[3..<8]) == Self.workgroup
        guard isNamed else {
            kind = .isoDEP
            return
        }
        let standard = historicalBytes[8]
        let name = UInt16(bytes: historicalBytes[9...10])
        // 1 to 3 mean ISO/IEC 14443 type A. 00 means no information, and readers also use it for NTAG.
        kind = standard <= 0x03 ? .storage(name: name) : .otherStandard(code: standard)
    }

    /// Returns the card's selection data. PC/SC does not transmit ATQA and SAK, so they are derived from the
    /// kind of card.
    ///
    /// - Returns: nil if the card is not a type A card.
    func selection(uid: [UInt8], ats: [UInt8]) -> SelectedTag? {
        let isLong = uid.count > 4
        switch kind {
        case .isoDEP:
            return SelectedTag(atqa: isLong ? 0x0344 : 0x0304, sak: 0x20, uid: uid, ats: ats)
        case .storage(let name):
            // The names from §3.1.3.2.3.5 of the supplement whose SAK is not 00.
            let saks: [UInt16: UInt8] = [0x0001: 0x08, 0x0002: 0x18, 0x0026: 0x09]
            // ACS readers send FFh and the SAK for a card without a name.
            let sak = name >> 8 == 0xFF ? UInt8(name & 0xFF) : saks[name] ?? 0x00
            let atqa: UInt16 = sak == 0x18 ? 0x0002 : sak == 0x08 && !isLong ? 0x0004 : 0x0044
            return SelectedTag(atqa: atqa, sak: sak, uid: uid)
        case .otherStandard, .unknown: return nil
        }
    }
}
