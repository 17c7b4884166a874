/// One write of a plan.
public struct ProgrammingStep: Hashable, Sendable {
    /// The position of a write.
    public enum Place: Hashable, Sendable {
        /// A page of a Type 2 tag: 4 bytes.
        case page(Int)
        /// A block of a MIFARE Classic card: 16 bytes.
        case block(Int)
        /// The NDEF file of a Type 4 tag, starting at this offset.
        case file(offset: Int)
    }

    /// The purpose of a write, which also determines the tag's state after it. The raw value is used in JSON.
    public enum Reason: String, Sendable {
        /// Sets the length to 0. After this step, the tag has an empty message.
        case emptyFirst = "empty_first"
        /// Corrects the control TLVs before the message.
        case repair
        /// Writes bytes of the message, which no reader sees while the length is 0.
        case data
        /// Zeroes the remains of older content.
        case wipe
        /// Writes the length. After this step, the tag has the new message.
        case length
        /// Writes the capability container, which can be done only once.
        case container
    }

    /// The position of the write.
    public let place: Place
    /// The current bytes; nil if they were not read.
    public let old: [UInt8]?
    /// The bytes to write.
    public let new: [UInt8]
    /// The purpose of the write.
    public let reason: Reason
}

extension ProgrammingStep.Reason {
    /// A human-readable clause that describes the write.
    public var summary: String {
        switch self {
        case .emptyFirst: "length 0: the tag is empty after this step"
        case .repair: "control bytes are repaired"
        case .data: "data, hidden while the length is 0"
        case .wipe: "older data is zeroed"
        case .length: "the length: the tag contains the new message after this step"
        case .container: "capability container, permanently"
        }
    }
}
