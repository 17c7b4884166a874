/// The intended content of a tag.
public enum ProgrammingGoal: Hashable, Sendable {
    /// An encoded NDEF message.
    case message([UInt8])
    /// An empty message: length 0.
    case erase
    /// A valid capability container, which can be written only once, and an empty message.
    case format
    /// The data area of an image with its TLVs, byte by byte.
    ///
    /// On a Type 4 tag, or if the image's Lock Control TLV belongs to another chip, only the image's message is
    /// restored. Configuration, lock bytes, capability container and UID are never restored.
    case restore(area: [UInt8])
}

/// The options of a plan: what it may overwrite, and whether it wipes old bytes.
public struct ProgrammingOptions: OptionSet, Hashable, Sendable {
    /// The options, one bit each.
    public let rawValue: Int
    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Permission to replace a different message.
    public static let overwrite = ProgrammingOptions(rawValue: 1 << 0)
    /// Permission to write a MIFARE Classic card, which phones do not read, or an unknown chip. On an NTAG 424
    /// DNA, also permission to protect the file with keys although no phone can use the message.
    public static let force = ProgrammingOptions(rawValue: 1 << 1)
    /// An instruction to zero all bytes after the message.
    public static let wipe = ProgrammingOptions(rawValue: 1 << 2)
}
