/// The result of inspecting a tag: its chip, the memory that was read, and the interpretation of that memory.
///
/// ``TagSession`` creates snapshots. Plans are created from a snapshot without access to the tag.
public struct TagSnapshot: Hashable, Sendable {
    /// The part of a tag's memory that was read.
    public enum Memory: Hashable, Sendable {
        /// A Type 2 tag's pages, starting with page 0, 4 bytes each; nil for pages that were not read or that the tag
        /// refused.
        case pages([[UInt8]?])
        /// A MIFARE Classic card's blocks, starting with block 0, 16 bytes each; nil for blocks that were not read or
        /// that the card refused. Keys in trailers read as zeros.
        case blocks([[UInt8]?])
        /// A Type 4 tag's capability container, and the part of its NDEF file that was read, starting with NLEN.
        case files(container: [UInt8], ndef: [UInt8])
    }

    /// The tag's selection data.
    public let tag: SelectedTag
    /// The identified chip.
    public let chip: Chip
    /// The response to GET_VERSION: 8 bytes, or empty.
    public let version: [UInt8]
    /// The part of the tag's memory that was read.
    public let memory: Memory
    /// The tag's state in its life cycle.
    public let state: TagState
    /// The encoded message. Empty for an empty message; nil if the tag has no message or it could not be read.
    /// In the state ``TagState/unformatted``, the bytes may be an invalid message.
    public let message: [UInt8]?
    /// The size in bytes of the data area (Type 2, Classic) or of the NDEF file (Type 4); 0 if there is neither.
    public let areaBytes: Int
    /// The number of used bytes from the area's start: through the terminator or, without a terminator, through the
    /// message.
    public let usedBytes: Int
    /// The size in bytes of the largest message that the next write can store, if no terminator is written.
    public let capacityBytes: Int
    /// The findings for the owner, the most serious first.
    public internal(set) var findings: [TagFinding]
    /// The parsed area of a Type 2 or Classic tag; nil for other tags or if parsing failed.
    public let dataArea: Type2DataArea?
    /// A Type 4 tag's capability container; nil for other tags.
    public let container: CapabilityContainer?

    /// The data for planning writes to a Type 2 or Classic area.
    let reading: AreaReading?
    /// The locks and protection of a Type 2 tag's pages.
    let closure: Type2Closure?
}

extension TagSnapshot {
    /// Interprets a data area of TLVs.
    init(
        tag: SelectedTag, chip: Chip, version: [UInt8] = [], memory: Memory, reading: AreaReading,
        closure: Type2Closure?, findings: [TagFinding]
    ) {
        self.init(
            tag: tag, chip: chip, version: version, memory: memory, state: reading.state,
            message: reading.message, areaBytes: reading.units.areaBytes,
            usedBytes: reading.area?.usedBytes ?? 0, capacityBytes: reading.capacityBytes, findings: findings,
            dataArea: reading.area, container: nil, reading: reading, closure: closure)
    }
}

/// The state in a tag's life cycle. Source: NFC Forum T2TOP 1.1 §6.3.
public enum TagState: String, Sendable, CaseIterable {
    /// The tag contains a message that can be replaced.
    case readWrite = "read_write"
    /// The tag contains a message, possibly an empty one, that cannot be replaced.
    case readOnly = "read_only"
    /// The tag contains an empty message: length 0.
    case initialized
    /// No message can be read, because the tag was never formatted or was only half written. If the tag has a
    /// valid capability container, the next write repairs it. Otherwise, `format` writes a container.
    case unformatted
}
