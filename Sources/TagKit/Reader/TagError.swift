public import FailureKit

/// An error in an operation with a tag or a reader.
///
/// Programs compare `code`. The messages are for people, and say what happened, why, and what to do next.
public struct TagError: Failure, Sendable {
    /// The stable error codes, which are also the `code` of JSON errors.
    public enum Code: String, Sendable, CaseIterable {
        // Errors about the tags in the reader's RF field.
        /// No tag was placed in the field within the time limit.
        case noTag
        /// Several tags are in the field.
        case twoTags
        /// The tag did not respond; it probably left the field.
        case tagLost
        /// The tag refused a command.
        case nak
        /// The tag did not leave the field within the time limit.
        case stillPresent
        // Errors of the reader itself.
        /// The reader does not exist or cannot be opened.
        case readerNotFound
        /// Another program is using the reader.
        case readerBusy
        /// The reader was disconnected.
        case readerGone
        /// The reader did not respond within the time limit.
        case readerStalled
        /// The reader's response is malformed or unexpected.
        case readerProtocol
        /// The reader cannot send this command.
        case unsupportedCommand
        /// The task was canceled.
        case cancelled
        // Errors in the tag's content.
        /// The tag's chip or protocol is not supported.
        case unsupportedTag
        /// The tag's memory violates the rules of its type.
        case malformedTag
        /// The tag contains no NDEF message.
        case noMessage
        // Operations that were refused before the first write.
        /// The tag, or the part of it that would be changed, is locked.
        case readOnly
        /// The tag requires a password, or the password is wrong.
        case passwordProtected
        /// The tag contains a different message, and the options do not allow replacing it.
        case holdsAnotherMessage
        /// The message does not fit the tag.
        case tooSmall
        /// The capability container is not the expected one.
        case wrongContainer
        /// A UID or counter mirror covers data that would be written.
        case mirrorOn
        /// The tag's chip or state does not allow the operation.
        case notAllowedHere
        /// No phone can use the message, so the tag must not be locked permanently.
        case unusableMessage
        // Errors after a completed write.
        /// The write completed, but the tag does not contain the written data.
        case verifyFailed
        // Errors of a virtual tag's file.
        /// The file does not exist.
        case fileNotFound
        /// The file is not a valid tag file.
        case fileMalformed
        /// The file cannot be written, or another program has changed it.
        case fileNotWritable
        /// Another program is using the file.
        case fileBusy
    }

    /// A step that a program can suggest to the user in its own words.
    public enum Help: Hashable, Sendable {
        /// Format the tag. Its capability container can never be changed again.
        case format
        /// Read the tag, or read it and then overwrite it.
        case read, overwrite
        /// Write the tag, or write it with the key that protects it.
        case write, writeWithKey
        /// Switch the mirror off, or write a URL with a placeholder for it.
        case changeMirror
        /// Remove the password with the secret from which it was derived. `unprotectFirst` suggests this as a step
        /// before the requested operation.
        case unprotect, unprotectFirst
        /// Lock the tag permanently, because its chip does not support a password.
        case lock
        /// List the readers, or also check the reader's cable and switches.
        case listReaders, checkCable
        /// Wait longer for a tag.
        case waitLonger
        /// Use a recorded session file, or record the session again.
        case nameTrace, recordAgain
        /// Record to another file, or free disk space for the recording.
        case otherTracePath, makeRoomForTrace
        /// Create a tag file at this path.
        case makeTag(String)
        /// Create tag files in this folder.
        case makeTags(folder: String)
        /// Create a file in the only format in which tags are stored.
        case makeTagFile
        /// Use a tag that was read with all its keys, or create a new one.
        case readWholeTag
    }

    /// The effect of forcing a write to a chip that would otherwise be refused.
    public enum Forcing: Sendable {
        /// The chip is written as if it were supported.
        case anyway
        /// The data area declared in the chip's capability container is written.
        case namedArea
    }

    /// The error's code.
    public let code: Code
    /// A clause that says what happened, without a full stop.
    public let summary: String
    /// The cause, with the values that show it; may be empty.
    public let reason: String
    /// The next step for the user; may be empty.
    public let remedy: String
    /// The step that a program can suggest in its own words; nil if there is only `remedy`.
    public let help: Help?
    /// The effect of forcing the write; nil if the write cannot be forced.
    public let forcing: Forcing?
    /// The underlying error, if there is one.
    public let underlying: (any Error)?

    /// Creates an error from its code and sentences.
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
    /// The stable error code.
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
