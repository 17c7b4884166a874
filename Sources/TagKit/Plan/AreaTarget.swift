/// The intended content of a data area, and the page or block that hides the message while the area is being
/// changed.
struct AreaTarget: Hashable {
    /// The intended bytes of the whole area.
    let bytes: [UInt8]
    /// The index of the last unit (a page or block) that may be written. Later units keep their content.
    let lastUnit: Int
    /// The index of the last unit (a page or block) that contains a part of the message. Later units are
    /// either zeroed or not written.
    let lastMessageUnit: Int
    /// The page or block that hides the message while the area is being changed; nil if the new area has no
    /// NDEF Message TLV.
    let gate: Gate?

    /// The page or block that contains the first length byte of the NDEF Message TLV. While that byte is 0,
    /// readers find an empty message.
    struct Gate: Hashable {
        let unit: Int
        /// The offset of the TLV's T byte within the data area.
        let typeOffset: Int
        let lengthOffset: Int
        /// The unit's content while the message is hidden. It contains a message length of 0 and, if the
        /// terminator is in the same unit, the terminator.
        let closed: [UInt8]

        /// Creates the gate for a message at `site`. Returns nil if not even an empty message fits there.
        /// `bytes` is the intended content of the area.
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
    /// Creates a target with `message` at `site`. If `wipes` is true, zeros replace the bytes after the
    /// message, except for reserved bytes. Otherwise, these bytes keep their content.
    ///
    /// Returns nil if the message does not fit.
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

    /// Creates a target that replaces the beginning of the area with an image of 1 to `units.areaBytes`
    /// bytes. If `wipes` is true, zeros replace the bytes after the image, except for reserved bytes.
    /// Otherwise, these bytes keep their content.
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
