/// A position in a data area at which an NDEF Message TLV can be written.
struct MessageSite: Hashable {
    /// The first offset at which the NDEF Message TLV's T byte may be written. If the byte at this offset is
    /// reserved, the T byte is written after the reserved range.
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
    /// which are written again. This position is used if the area's TLVs are invalid.
    static func factory(_ controlTLVs: [UInt8], areaBytes: Int) -> MessageSite {
        let reserved = (try? Type2DataArea(parsing: controlTLVs, areaBytes: areaBytes))?.reserved ?? []
        return MessageSite(offset: controlTLVs.count, reserved: reserved, front: controlTLVs)
    }

    /// Returns the positions at which a message can be written in an area whose TLVs are invalid.
    ///
    /// The preferred position is after the manufacturer's control TLVs. If the tag does not contain these
    /// TLVs, the area's start is a second position, for a message that fits only there. Readers do not need
    /// the TLVs, because the lock bytes that they declare are outside the area.
    static func repairs(_ units: DataUnits, _ controlTLVs: [UInt8]) -> [MessageSite] {
        let factory = factory(controlTLVs, areaBytes: units.areaBytes)
        let begins = units.held.first.flatMap { $0 }.map { controlTLVs.starts(with: $0) } ?? false
        return controlTLVs.isEmpty || begins
            ? [factory] : [factory, MessageSite(offset: 0, reserved: [], front: [])]
    }

    /// Returns the layout of a message with this size in bytes; nil if the message does not fit.
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
