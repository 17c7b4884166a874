/// The intended content of a data area, and the unit that hides the message during the change.
struct AreaTarget: Hashable {
    /// The bytes of the whole area.
    let bytes: [UInt8]
    /// The last unit to write. Later units are not changed.
    let lastUnit: Int
    /// The last unit of the message. Units after it are only zeroed, if they are written at all.
    let lastMessageUnit: Int
    /// The unit that shows or hides the message; nil if the new area has no NDEF Message TLV.
    let gate: Gate?

    /// The unit with the first length byte, which determines whether a reader finds a message.
    struct Gate: Hashable {
        let unit: Int
        /// The offset of the T byte in the area. The first length byte follows it.
        let typeOffset: Int
        let lengthOffset: Int
        /// The unit's bytes with a message length of 0, and the terminator if it is in the same unit.
        let closed: [UInt8]

        /// Creates the gate of a message at `site`, for an area with the new content `bytes`.
        init?(_ site: MessageSite, _ units: DataUnits, _ bytes: [UInt8]) {
            guard let empty = site.layout(messageBytes: 0, areaBytes: units.areaBytes) else { return nil }
            var emptied = bytes
            empty.write([], into: &emptied)
            typeOffset = empty.typeOffset
            lengthOffset = empty.lengthOffsets[0]
            unit = units.unit(of: lengthOffset)
            closed = units.slice(unit, of: emptied)
        }
    }
}

extension AreaTarget {
    /// Creates a target with `message` at `site` and all other bytes unchanged. If `wipes` is true, the bytes after the
    /// message are zeroed.
    ///
    /// The result is nil if the message does not fit.
    init?(_ message: [UInt8], at site: MessageSite, in units: DataUnits, wipes: Bool) {
        guard let layout = site.layout(messageBytes: message.count, areaBytes: units.areaBytes) else {
            return nil
        }
        var bytes = units.bytes
        if let front = site.front { bytes.replaceSubrange(0..<front.count, with: front) }
        let last = layout.lastOffset
        if wipes {
            let free = FreeBytes(reserved: site.reserved, end: bytes.count)
            for range in free.ranges(from: last + 1, count: bytes.count) {
                for offset in range { bytes[offset] = 0 }
            }
        }
        layout.write(message, into: &bytes)
        self.bytes = bytes
        lastMessageUnit = units.unit(of: last)
        lastUnit = wipes ? units.places.count - 1 : lastMessageUnit
        gate = Gate(site, units, bytes)
    }

    /// Creates a target that replaces the first bytes of the area with an image of 1 to `units.areaBytes` bytes. The
    /// remaining bytes stay unchanged, or are zeroed if `wipes` is true.
    init(restoring image: [UInt8], in units: DataUnits, wipes: Bool) {
        var bytes = units.bytes
        bytes.replaceSubrange(0..<image.count, with: image)
        let area = try? Type2DataArea(parsing: bytes, areaBytes: units.areaBytes)
        if wipes {
            let free = FreeBytes(reserved: area?.reserved ?? [], end: bytes.count)
            for range in free.ranges(from: image.count, count: bytes.count) {
                for offset in range { bytes[offset] = 0 }
            }
        }
        self.bytes = bytes
        lastMessageUnit = units.unit(of: image.count - 1)
        lastUnit = wipes ? units.places.count - 1 : lastMessageUnit
        gate = area.flatMap { MessageSite.standing($0) }.flatMap { Gate($0, units, bytes) }
    }
}
