/// What a data area shall hold, and how it looks while it is being changed.
struct AreaTarget: Hashable {
    /// The whole area.
    let bytes: [UInt8]
    /// The last unit that matters; what is behind it stays.
    let lastUnit: Int
    /// The last unit of the message; units behind it are only wiped.
    let lastMessageUnit: Int
    /// The door to the message; nil when the area shall hold no NDEF Message TLV.
    let gate: Gate?

    /// The unit that decides whether a reader sees a message: the one with the first length byte.
    struct Gate: Hashable {
        let unit: Int
        /// Where T and the first length byte stand in the area.
        let typeOffset: Int
        let lengthOffset: Int
        /// The unit with length 0, and the terminator behind it where that is in the same unit.
        let closed: [UInt8]

        /// The gate of a message at `site` in an area that shall hold `bytes`.
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
    /// `message` at `site`, everything else as it stands; with `wipes`, zeros behind it.
    ///
    /// nil when the message does not fit.
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

    /// The first bytes of the area as in an image, the rest as it stands; with `wipes`, zeros behind them.
    ///
    /// - Parameter image: 1 to `units.areaBytes` bytes.
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
