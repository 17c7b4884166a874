/// Where in a data area the NDEF Message TLV stands, or belongs.
struct MessageSite: Hashable {
    /// From where on the T byte may stand.
    let offset: Int
    /// Bytes that TLVs in front set apart, sorted, without overlap.
    let reserved: [Range<Int>]
    /// What must stand in front of `offset`; nil when that stays as it is.
    let front: [UInt8]?

    /// Where the first NDEF Message TLV of an area stands that could be taken apart; nil when there is none.
    static func standing(_ area: Type2DataArea) -> MessageSite? {
        guard let tlv = area.ndefMessage else { return nil }
        return MessageSite(offset: tlv.offset, reserved: area.reserved, front: nil)
    }

    /// Where it belongs on a chip whose area cannot be trusted: right behind the control TLVs that the maker put
    /// there.
    static func factory(_ controlTLVs: [UInt8], areaBytes: Int) -> MessageSite {
        let reserved = (try? Type2DataArea(parsing: controlTLVs, areaBytes: areaBytes))?.reserved ?? []
        return MessageSite(offset: controlTLVs.count, reserved: reserved, front: controlTLVs)
    }

    /// Where it belongs in an area that cannot be trusted: behind the maker's control TLVs; at the area's start when
    /// they were not there before and the message fits only without them. Their lock bytes lie outside the area, so
    /// no reader misses them.
    static func repairs(_ units: DataUnits, _ controlTLVs: [UInt8]) -> [MessageSite] {
        let factory = factory(controlTLVs, areaBytes: units.areaBytes)
        let begins = units.held.first.flatMap { $0 }.map { controlTLVs.starts(with: $0) } ?? false
        return controlTLVs.isEmpty || begins
            ? [factory] : [factory, MessageSite(offset: 0, reserved: [], front: [])]
    }

    /// The layout of a message of this size; nil when it does not fit.
    func layout(messageBytes: Int, areaBytes: Int) -> NDEFMessageLayout? {
        try? NDEFMessageLayout(
            messageBytes: messageBytes, at: offset, reserved: reserved, areaBytes: areaBytes)
    }

    /// The largest message that fits, without room for a terminator; nil when not even an empty one does.
    func capacity(areaBytes: Int) -> Int? {
        NDEFMessageLayout.largestMessage(at: offset, reserved: reserved, areaBytes: areaBytes)
    }
}
