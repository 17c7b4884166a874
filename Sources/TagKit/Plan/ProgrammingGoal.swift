/// The content that a tag should have after it is programmed.
public enum ProgrammingGoal: Hashable, Sendable {
    /// An encoded NDEF message.
    case message([UInt8])
    /// An empty message, which has the length 0.
    case erase
    /// An empty message and a valid capability container. The container can be written only once.
    case format
    /// The data area of a tag image, including its TLVs, byte for byte.
    ///
    /// On a Type 4 tag, or if the image's Lock Control TLV belongs to another chip, only the image's message
    /// is restored. Configuration, lock bytes, capability container and UID are never restored.
    case restore(area: [UInt8])
}

/// The options of a plan: permissions to overwrite content and to write unsupported chips, and an instruction
/// to wipe old bytes.
public struct ProgrammingOptions: OptionSet, Hashable, Sendable {
    /// The options, one bit each.
    public let rawValue: Int
    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Permission to replace a message that differs from the new one.
    public static let overwrite = ProgrammingOptions(rawValue: 1 << 0)
    /// Permission to write a MIFARE Classic card, an unsupported chip, or a message to a Type 2 tag whose
    /// capability container does not let phones read it. On an NTAG 424 DNA, also permission to protect the
    /// file with keys even if no phone can use the message.
    public static let force = ProgrammingOptions(rawValue: 1 << 1)
    /// An instruction to set all bytes after the message to zero.
    public static let wipe = ProgrammingOptions(rawValue: 1 << 2)
}
