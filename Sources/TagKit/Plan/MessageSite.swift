/// A position in a data area at which an NDEF Message TLV can be written.
struct MessageSite: Hashable {
    /// The first offset at which the T byte may be.
    let offset: Int
    /// The ranges that preceding TLVs reserve, sorted and without overlap.
    let reserved: [Range<Int>]
    /// The bytes to write before `offset`; nil to leave the current bytes unchanged.
    let front: [UInt8]?

    /// Returns the position of the first NDEF Message TLV of a parsed area; nil if there is no such TLV.
    static func standing(_ area: Type2DataArea) -> MessageSite? {
        guard let tlv = area.ndefMessage else { return nil }
        return MessageSite(offset: tlv.offset, reserved: area.reserved, front: nil)
    }

    /// Returns the position directly after the manufacturer's control TLVs, for an area whose TLVs are invalid.
    static func factory(_ controlTLVs: [UInt8], areaBytes: Int) -> MessageSite {
        let reserved = (try? Type2DataArea(parsing: controlTLVs, areaBytes: areaBytes))?.reserved ?? []
        return MessageSite(offset: controlTLVs.count, reserved: reserved, front: controlTLVs)
    }

    /// Returns the possible positions in an area whose TLVs are invalid.
    ///
    /// The position is after the manufacturer's control TLVs. If these TLVs are already missing, the area's start
    /// is also possible, for a message that fits only there. The lock bytes that the TLVs declare are outside of
    /// the area, so readers do not need them.
    static func repairs(_ units: DataUnits, _ controlTLVs: [UInt8]) -> [MessageSite] {
        let factory = factory(controlTLVs, areaBytes: units.areaBytes)
        let begins = units.held.first.flatMap { $0 }.map { controlTLVs.starts(with: $0) } ?? false
        return controlTLVs.isEmpty || begins
            ? [factory] : [factory, MessageSite(offset: 0, reserved: [], front: [])]
    }

    /// Returns the layout of a message of this size; nil if it does not fit.
    func layout(messageBytes: Int, areaBytes: Int) -> NDEFMessageLayout? {
        try? NDEFMessageLayout(
            messageBytes: messageBytes, at: offset, reserved: reserved, areaBytes: areaBytes)
    }

    /// Returns the size in bytes of the largest message that fits without a terminator; nil if not even an empty
    /// message fits.
    func capacity(areaBytes: Int) -> Int? {
        NDEFMessageLayout.largestMessage(at: offset, reserved: reserved, areaBytes: areaBytes)
    }
}
