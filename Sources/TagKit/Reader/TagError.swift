public import FailureKit

/// Why something with a tag or a reader could not be done.
///
/// `code` is what programs compare; the sentences are for people: what happened, why, and what to do next.
public struct TagError: Failure, Sendable {
    /// The kinds of failure; stable names, also the `code` of JSON errors.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        // The field.
        case noTag, twoTags, tagLost, nak, stillPresent
        // The reader.
        case readerNotFound, readerBusy, readerGone, readerStalled, readerProtocol, unsupportedCommand,
            cancelled
        // What stands on the tag.
        case unsupportedTag, malformedTag, noMessage
        // What was asked for and refused, before the first write.
        case readOnly, passwordProtected, holdsAnotherMessage, tooSmall, wrongContainer, mirrorOn
        case notAllowedHere, unusableMessage
        // The write was done and the tag does not hold what was written.
        case verifyFailed
        // A file that stands for a tag.
        case fileNotFound, fileMalformed, fileNotWritable, fileBusy
    }

    /// What failed.
    public let code: Code
    /// What happened, in half a sentence without a full stop.
    public let summary: String
    /// Why, with the values that prove it; may be empty.
    public let reason: String
    /// What to do next; may be empty.
    public let remedy: String
    /// What caused it, where something did.
    public let underlying: (any Error)?

    /// Makes an error from its code and sentences.
    public init(
        _ code: Code, _ summary: String, reason: String = "", remedy: String = "",
        underlying: (any Error)? = nil
    ) {
        self.code = code
        self.summary = summary
        self.reason = reason
        self.remedy = remedy
        self.underlying = underlying
    }
}

extension TagError {
    /// The stable name of what happened.
    public var failureCode: String { code.rawValue }

    /// The kind of failure.
    public var category: FailureCategory {
        switch code {
        case .noTag, .twoTags, .tagLost, .stillPresent, .readerBusy, .fileBusy: .tryAgain
        case .nak, .readerGone, .readerStalled, .verifyFailed: .inputOutput
        case .readerNotFound, .unsupportedCommand: .noReader
        case .readerProtocol: .peerProtocol
        case .cancelled: .interrupted
        case .malformedTag, .noMessage, .fileMalformed: .malformed
        case .unsupportedTag, .readOnly, .passwordProtected, .holdsAnotherMessage, .tooSmall,
            .wrongContainer, .mirrorOn, .notAllowedHere, .unusableMessage:
            .refused
        case .fileNotFound: .notFound
        case .fileNotWritable: .cannotCreate
        }
    }
}
