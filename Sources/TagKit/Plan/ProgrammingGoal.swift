/// What a tag shall hold.
public enum ProgrammingGoal: Hashable, Sendable {
    /// This encoded NDEF message.
    case message([UInt8])
    /// An empty message: length 0.
    case erase
    /// A right capability container, written once, and an empty message.
    case format
    /// The data area of an image with its TLVs, byte by byte; on a Type 4 tag, and where the image's Lock Control TLV
    /// is another chip's, the message in it. Never configuration, lock bytes, capability container or UID.
    case restore(area: [UInt8])
}

/// What a plan may do.
public struct ProgrammingOptions: OptionSet, Hashable, Sendable {
    /// One bit for each.
    public let rawValue: Int
    /// A set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Another message may be replaced.
    public static let overwrite = ProgrammingOptions(rawValue: 1 << 0)
    /// A MIFARE Classic, which phones do not read, or an unknown chip may be written. The keys of an NTAG 424
    /// DNA may close it with a message that no phone can use.
    public static let force = ProgrammingOptions(rawValue: 1 << 1)
    /// Everything behind the message is zeroed.
    public static let wipe = ProgrammingOptions(rawValue: 1 << 2)
}
