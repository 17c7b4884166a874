/// One write of a plan.
public struct ProgrammingStep: Hashable, Sendable {
    /// The place on a tag that a write changes.
    public enum Place: Hashable, Sendable {
        /// The page with this number on a Type 2 tag: 4 bytes.
        case page(Int)
        /// The block with this number on a MIFARE Classic card: 16 bytes.
        case block(Int)
        /// The bytes of a Type 4 tag's NDEF file, starting at this offset.
        case file(offset: Int)
    }

    /// The purpose of a write. The raw value is used in JSON.
    public enum Reason: String, Sendable {
        /// Sets the message's length to 0. After this write, the tag has an empty message.
        case emptyFirst = "empty_first"
        /// Restores the control TLVs that precede the message.
        case repair
        /// Writes bytes of the message. Readers do not see them while the length is 0.
        case data
        /// Overwrites leftover bytes of older content with zeros.
        case wipe
        /// Writes the message's length. After this write, the tag has the new message.
        case length
        /// Writes the capability container, which can be done only once.
        case container
    }

    /// The page, the block or the part of the file to write.
    public let place: Place
    /// The bytes before the write; nil if they were not read.
    public let old: [UInt8]?
    /// The bytes to write.
    public let new: [UInt8]
    /// The purpose of the write.
    public let reason: Reason
}

extension ProgrammingStep.Reason {
    /// A human-readable description of the write.
    public var summary: String {
        switch self {
        case .emptyFirst: "length 0: the tag is empty after this step"
        case .repair: "control bytes: this step repairs them"
        case .data: "data: phones ignore it while the length is 0"
        case .wipe: "older data: this step overwrites it with zeros"
        case .length: "new length: the tag contains the new message after this step"
        case .container: "capability container: this step cannot be undone"
        }
    }
}
