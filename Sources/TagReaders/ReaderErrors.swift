import TagKit
import TextKit

/// The errors that both readers throw.
extension TagError {
    /// The tag did not respond to a command.
    static func silent(reason: String) -> TagError {
        TagError(
            .tagLost, "the tag did not respond", reason: reason,
            remedy: "hold the tag still on the reader and try again")
    }

    /// The tag did not respond when it was selected again.
    static let gone = TagError(
        .tagLost, "the tag no longer responds",
        reason: "the tag did not respond when it was selected again",
        remedy: "hold the tag still on the reader and try again")

    /// An operation requires a selected tag.
    static let nothingSelected = TagError(.tagLost, "no tag is selected")

    /// The operation was canceled.
    static let cancelled = TagError(.cancelled, "the operation was canceled")

    /// The reader has been closed.
    static let closed = TagError(.readerGone, "the reader is closed")

    /// The reader is no longer connected to the computer.
    static func disconnected(reason: String) -> TagError {
        TagError(
            .readerGone, "the reader was disconnected", reason: reason,
            remedy: "plug the reader in again and repeat the command")
    }

    /// No tag was placed on the reader within the time limit.
    static func noTag(after limit: Duration) -> TagError {
        TagError(
            .noTag, "there is no tag on the reader", reason: "waited \(limit.formattedSeconds)",
            remedy: "put a tag on the reader", help: .waitLonger)
    }

    /// The tag was not removed from the reader within the time limit.
    static func stillPresent(after limit: Duration) -> TagError {
        TagError(
            .stillPresent, "the tag is still on the reader", reason: "waited \(limit.formattedSeconds)",
            remedy: "remove the tag from the reader")
    }

    /// Two tags with different UIDs responded.
    static func twoTags(_ first: SelectedTag, _ second: SelectedTag) -> TagError {
        TagError(
            .twoTags, "there is more than one tag on the reader",
            reason: "\(Hex.upper(first.uid)) and \(Hex.upper(second.uid)) respond",
            remedy: "leave only one tag on the reader")
    }
}
