/// What a look at a tag showed: chip, memory as far as it was read, and what that means.
///
/// A value: a plan is made from it without the tag, and ``TagSession`` makes it.
public struct TagSnapshot: Hashable, Sendable {
    /// Memory as far as it was read.
    public enum Memory: Hashable, Sendable {
        /// A Type 2 tag's pages from 0 on, 4 bytes each; nil where nobody looked or the tag refused.
        case pages([[UInt8]?])
        /// A MIFARE Classic card's blocks from 0 on, 16 bytes each; nil as above. Keys in trailers read as zeros.
        case blocks([[UInt8]?])
        /// A Type 4 tag's capability container, and its NDEF file from NLEN on as far as it was read.
        case files(container: [UInt8], ndef: [UInt8])
    }

    /// What it said when it was selected.
    public let tag: SelectedTag
    /// What it is.
    public let chip: Chip
    /// What GET_VERSION answered: 8 bytes, or none.
    public let version: [UInt8]
    /// Memory as far as it was read.
    public let memory: Memory
    /// Where it stands in its life.
    public let state: TagState
    /// The encoded message; no bytes for an empty one, nil where there is none or it could not be read. Under
    /// ``TagState/unformatted`` these may be bytes that are no message.
    public let message: [UInt8]?
    /// The size of the data area (Type 2, Classic) or of the NDEF file (Type 4); 0 where there is none.
    public let areaBytes: Int
    /// The bytes in use from the area's first through the terminator, or through the message without one.
    public let usedBytes: Int
    /// The largest message that the next write can put there, without room for a terminator.
    public let capacityBytes: Int
    /// What the owner wants to know, the gravest first.
    public internal(set) var findings: [TagFinding]
    /// A Type 2 or Classic area taken apart; nil for others, and where that fails.
    public let dataArea: Type2DataArea?
    /// A Type 4 tag's capability container; nil for other tags.
    public let container: CapabilityContainer?

    /// What a plan needs of a Type 2 or Classic area.
    let reading: AreaReading?
    /// What closes pages of a Type 2 tag.
    let closure: Type2Closure?
}

extension TagSnapshot {
    /// A look at a data area of TLVs.
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
    /// No message can be read, because the tag was never formatted or only half written. The next write repairs it if
    /// it has a valid capability container; `format` writes that.
    case unformatted
}
