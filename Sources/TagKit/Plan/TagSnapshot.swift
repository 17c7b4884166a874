/// The result of inspecting a tag: its chip, the memory that was read, and the interpretation of that memory.
///
/// ``TagSession`` creates snapshots. Plans are created from a snapshot and do not access the tag.
public struct TagSnapshot: Hashable, Sendable {
    /// The part of a tag's memory that was read.
    public enum Memory: Hashable, Sendable {
        /// A Type 2 tag's pages, starting with page 0, 4 bytes each; nil for pages that were not read or that
        /// the tag refused.
        case pages([[UInt8]?])
        /// A MIFARE Classic card's blocks, starting with block 0, 16 bytes each; nil for blocks that were not
        /// read or that the card refused. In a sector trailer, key A reads as zeros. Key B also reads as
        /// zeros unless the access bits make it readable.
        case blocks([[UInt8]?])
        /// A Type 4 tag's capability container, and the part of its NDEF file that was read, starting with
        /// NLEN.
        case files(container: [UInt8], ndef: [UInt8])
    }

    /// The tag's selection data.
    public let tag: SelectedTag
    /// The identified chip.
    public let chip: Chip
    /// The response to GET_VERSION: 8 bytes from a Type 2 tag, up to 29 from a Type 4 tag. Empty if the
    /// command was not sent, or if the reader or the tag does not support it.
    public let version: [UInt8]
    /// The part of the tag's memory that was read.
    public let memory: Memory
    /// The state of the tag's content, such as empty or read-only.
    public let state: TagState
    /// The encoded message: empty for an empty message, nil if the tag has no message or the message could
    /// not be read. In the state ``TagState/unformatted``, the bytes may be an invalid message.
    public let message: [UInt8]?
    /// The size in bytes of the data area (Type 2, Classic) or of the NDEF file (Type 4); 0 if the tag has
    /// neither. Only bytes that exist and that commands can address are included.
    public let areaBytes: Int
    /// The number of bytes from the area's start through the terminator or, if there is no terminator,
    /// through the message.
    public let usedBytes: Int
    /// The size in bytes of the largest message that the tag can store, if no terminator is written after it.
    public let capacityBytes: Int
    /// The problems and other facts that the tag's owner should know.
    public internal(set) var findings: [TagFinding]
    /// The parsed TLVs of a Type 2 tag or a MIFARE Classic card; nil for other tags or if parsing failed.
    public let dataArea: Type2DataArea?
    /// A Type 4 tag's capability container; nil for other tags.
    public let container: CapabilityContainer?

    /// The parsed data area with TLVs, from which plans are created; nil for a Type 4 tag.
    let reading: AreaReading?
    /// The locks, password protection and mirror of a Type 2 tag; nil for other tags.
    let closure: Type2Closure?
}

extension TagSnapshot {
    /// Creates a snapshot of a tag whose data area contains TLVs: a Type 2 tag or a MIFARE Classic card.
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

/// The state of a tag in the life cycle that the NFC Forum defines. Source: NFC Forum T2TOP 1.1 §6.3.
public enum TagState: String, Sendable, CaseIterable {
    /// The tag contains a message, which can be replaced.
    case readWrite = "read_write"
    /// The tag contains a message, possibly an empty one, and cannot be written.
    case readOnly = "read_only"
    /// The tag contains an empty message and can be written.
    case initialized
    /// The tag has no readable message. For example, it was never formatted, or a write was interrupted. If
    /// the capability container is valid, writing a message repairs the tag. If a Type 2 tag has no
    /// container, the goal ``ProgrammingGoal/format`` can write one.
    case unformatted
}
