/// A position in a data area at which an NDEF Message TLV can be written.
struct MessageSite: Hashable {
    /// The first offset that may contain the T byte. If that byte is reserved, the T byte is written after
    /// the reserved range.
    let offset: Int
    /// The ranges that the TLVs before the message reserve, sorted and without overlap.
    let reserved: [Range<Int>]
    /// The bytes to write from the area's start up to `offset`; nil to keep the current bytes.
    let front: [UInt8]?

    /// Returns the position of the first NDEF Message TLV of a parsed area; nil if there is no such TLV.
    static func standing(_ area: Type2DataArea) -> MessageSite? {
        guard let tlv = area.ndefMessage else { return nil }
        return MessageSite(offset: tlv.offset, reserved: area.reserved, front: nil)
    }

    /// Returns the position of the message on a new tag: directly after the manufacturer's control TLVs,
    /// which are written again. It is used if the area's TLVs are invalid.
    static func factory(_ controlTLVs: [UInt8], areaBytes: Int) -> MessageSite {
        let reserved = (try? Type2DataArea(parsing: controlTLVs, areaBytes: areaBytes))?.reserved ?? []
        return MessageSite(offset: controlTLVs.count, reserved: reserved, front: controlTLVs)
    }

    /// Returns the positions at which a message can be written in an area whose TLVs are invalid.
    ///
    /// The first position is after the manufacturer's control TLVs. If these TLVs are missing from the tag,
    /// the second one is the area's start, for a message that fits only there. That is harmless: the lock
    /// bytes that the control TLVs declare are outside the area, so readers do not need the TLVs.
    static func repairs(_ units: DataUnits, _ controlTLVs: [UInt8]) -> [MessageSite] {
        let factory = factory(controlTLVs, areaBytes: units.areaBytes)
        let begins = units.held.first.flatMap { $0 }.map { controlTLVs.starts(with: $0) } ?? false
        return controlTLVs.isEmpty || begins
            ? [factory] : [factory, MessageSite(offset: 0, reserved: [], front: [])]
    }

    /// Returns the layout of a message with this size in bytes; nil if it does not fit.
    func layout(messageBytes: Int, areaBytes: Int) -> NDEFMessageLayout? {
        try? NDEFMessageLayout(
            messageBytes: messageBytes, at: offset, reserved: reserved, areaBytes: areaBytes)
    }

    /// Returns the size in bytes of the largest message that fits without a terminator; nil if not even an
    /// empty message fits.
    func capacity(areaBytes: Int) -> Int? {
        NDEFMessageLayout.largestMessage(at: offset, reserved: reserved, areaBytes: areaBytes)
    }
}
