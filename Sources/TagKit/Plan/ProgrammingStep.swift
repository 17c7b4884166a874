/// One write of a plan.
public struct ProgrammingStep: Hashable, Sendable {
    /// Where it goes.
    public enum Place: Hashable, Sendable {
        /// A page of a Type 2 tag: 4 bytes.
        case page(Int)
        /// A block of a MIFARE Classic card: 16 bytes.
        case block(Int)
        /// The NDEF file of a Type 4 tag, from this byte on.
        case file(offset: Int)
    }

    /// Why it is done, which also says what the tag holds once it is. Its raw value stands in JSON.
    public enum Reason: String, Sendable {
        /// Length 0: the tag holds an empty message from here on.
        case emptyFirst = "empty_first"
        /// Control TLVs in front of the message are put right.
        case repair
        /// The message's bytes, which nobody sees while the length is 0.
        case data
        /// Bytes of something older are zeroed.
        case wipe
        /// The length: with this write the tag holds the new message.
        case length
        /// The capability container, which can be written only once.
        case container
    }

    /// Where it goes.
    public let place: Place
    /// What stands there now; nil where nobody looked.
    public let old: [UInt8]?
    /// What shall stand there.
    public let new: [UInt8]
    /// Why.
    public let reason: Reason
}

extension ProgrammingStep.Reason {
    /// Half a sentence for people.
    public var summary: String {
        switch self {
        case .emptyFirst: "length 0: the tag is empty from here on"
        case .repair: "control bytes are put right"
        case .data: "data, unseen while the length is 0"
        case .wipe: "what is older is zeroed"
        case .length: "the length: the tag holds the new message from here on"
        case .container: "capability container, permanently"
        }
    }
}
