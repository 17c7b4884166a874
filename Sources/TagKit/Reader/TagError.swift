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

    /// What a program can offer: a fact, for which each program has words of its own.
    public enum Help: Hashable, Sendable {
        /// To format the tag, whose capability container can never be changed again.
        case format
        /// To read what the tag holds; to read it, and then to replace it.
        case read, overwrite
        /// To write the tag; to write it with the key that closed it.
        case write, writeWithKey
        /// To switch the mirror off, or to write an address with a place for it.
        case changeMirror
        /// To take the password off, with the secret that set it; to do that before anything else.
        case unprotect, unprotectFirst
        /// To lock the tag permanently, since it has no password.
        case lock
        /// To look which readers there are; the same beside the reader's cable and switches.
        case listReaders, checkCable
        /// To wait longer for a tag.
        case waitLonger
        /// To name a file that was recorded; or to record it again.
        case nameTrace, recordAgain
        /// To record into another file; or to make room for it.
        case otherTracePath, makeRoomForTrace
        /// To make the file of a tag at this path.
        case makeTag(String)
        /// To make files of tags in this folder.
        case makeTags(folder: String)
        /// To make a file in the one format in which tags are kept.
        case makeTagFile
        /// To read a tag with all its keys, or to make a new one.
        case readWholeTag
    }

    /// What is done to a chip that is refused, by who insists on it.
    public enum Forcing: Hashable, Sendable {
        /// It is written as if it were a supported one.
        case anyway
        /// The data area is written that its container names.
        case namedArea
    }

    /// What failed.
    public let code: Code
    /// What happened, in half a sentence without a full stop.
    public let summary: String
    /// Why, with the values that prove it; may be empty.
    public let reason: String
    /// What to do next; may be empty.
    public let remedy: String
    /// What a program can offer against it; nil where there is nothing but the remedy.
    public let help: Help?
    /// What it would do to write the chip all the same; nil where that is not offered.
    public let forcing: Forcing?
    /// What caused it, where something did.
    public let underlying: (any Error)?

    /// Makes an error from its code and sentences.
    public init(
        _ code: Code, _ summary: String, reason: String = "", remedy: String = "", help: Help? = nil,
        forcing: Forcing? = nil, underlying: (any Error)? = nil
    ) {
        self.code = code
        self.summary = summary
        self.reason = reason
        self.remedy = remedy
        self.help = help
        self.forcing = forcing
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
