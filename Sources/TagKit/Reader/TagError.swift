public import FailureKit

/// An error in an operation with a tag, a reader or a tag file.
///
/// Programs compare `code`. The sentences are for people: they describe the problem, its cause, and what to
/// do next.
public struct TagError: Failure, Sendable {
    /// The error codes. They are stable and also appear as `code` in JSON errors.
    public enum Code: String, Sendable, CaseIterable {
        // Errors about the tags in the reader's RF field.
        /// No tag was placed in the field within the time limit.
        case noTag
        /// More than one tag is in the field.
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
        /// The tag, or the part of it that the operation would change, is locked.
        case readOnly
        /// The tag requires a password, or the given password is wrong.
        case passwordProtected
        /// The tag contains a different message, and the options do not allow replacing it.
        case holdsAnotherMessage
        /// The message does not fit on the tag.
        case tooSmall
        /// The capability container is missing, or is wrong for the chip.
        case wrongContainer
        /// A mirror of the UID or the counter covers bytes that the operation would write.
        case mirrorOn
        /// The operation is not allowed for this chip, for the tag's current state, or with this data.
        case notAllowedHere
        /// No phone can use the message.
        case unusableMessage
        // Errors after a completed write.
        /// After the writes, the tag's content or behavior is not as intended.
        case verifyFailed
        // Errors of a virtual tag's file.
        /// The file does not exist.
        case fileNotFound
        /// The file is not a valid tag file.
        case fileMalformed
        /// The file cannot be written, or another program has changed it since it was read.
        case fileNotWritable
        /// Another program is using the file.
        case fileBusy
    }

    /// A next step that a program can suggest to the user in its own words, for example with the name of a
    /// command.
    public enum Help: Hashable, Sendable {
        /// Format the tag. Formatting writes a capability container that can never be changed again.
        case format
        /// `read`: Read the tag's message first. `overwrite`: Read the message first, then allow the program
        /// to replace it.
        case read, overwrite
        /// `write`: Write a message to the tag. `writeWithKey`: Write the message with the key that protects
        /// the tag.
        case write, writeWithKey
        /// Switch the mirror off, or write a URL that contains a placeholder for the mirrored values.
        case changeMirror
        /// `unprotect`: Remove the password, using the secret from which it was derived. `unprotectFirst`:
        /// Remove the password, then repeat the requested operation.
        case unprotect, unprotectFirst
        /// Lock the tag permanently, because the chip does not support a password.
        case lock
        /// `listReaders`: List the connected readers. `checkCable`: Check the reader's cable and switches,
        /// and list the connected readers.
        case listReaders, checkCable
        /// Try again with a longer time limit for the tag.
        case waitLonger
        /// `nameTrace`: Choose a file that contains a recorded session. `recordAgain`: Record the session
        /// again.
        case nameTrace, recordAgain
        /// `otherTracePath`: Record the session to a different file. `makeRoomForTrace`: Free disk space for
        /// the recording.
        case otherTracePath, makeRoomForTrace
        /// Create a tag file with this path.
        case makeTag(String)
        /// Create tag files in this folder.
        case makeTags(folder: String)
        /// Use a tag file in the supported format, or create a new one.
        case makeTagFile
        /// Read the tag again with all its keys, and use the resulting file; or create a new tag file.
        case readWholeTag
    }

    /// The data that is written if the user forces a write to an unsupported chip.
    public enum Forcing: Sendable {
        /// The requested data, as on a supported chip.
        case anyway
        /// The requested data, within the data area that the chip's capability container declares.
        case namedArea
    }

    /// The error's code.
    public let code: Code
    /// A clause that describes the problem, without a period.
    public let summary: String
    /// The cause, with the observed values; may be empty.
    public let reason: String
    /// The next step for the user; may be empty.
    public let remedy: String
    /// The next step as a value, for programs that describe it in their own words; nil if only `remedy`
    /// describes it.
    public let help: Help?
    /// The data that would be written if the user forced the write; nil if the write cannot be forced.
    public let forcing: Forcing?
    /// The error that caused this error, if any.
    public let underlying: (any Error)?

    /// Creates an error with a code and its messages.
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
    /// The raw value of `code`.
    public var failureCode: String { code.rawValue }

    /// Whether the tag refused the command or did not respond, so that another attempt may succeed.
    var mayPass: Bool { code == .nak || code == .tagLost }

    /// The failure category that belongs to `code`, such as a missing device or malformed data.
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
