/// One tag on a reader, from its selection to its removal: looked at, written, read back.
///
/// Counts what it sends. All decisions are values (``Chip``, ``TagLook``, ``ProgrammingPlan``); this carries them out.
public actor TagSession {
    /// How much of a tag a look reads.
    public enum Depth: Hashable, Sendable {
        /// As little as shows the message.
        case message
        /// The message, and the pages that say what is locked, protected or mirrored.
        case inspection
        /// What a plan for a message of this size needs; 0 to erase.
        case writing(messageBytes: Int)
        /// What a plan needs that touches the whole area: to wipe or to restore.
        case wholeArea
        /// Everything that the tag shows.
        case dump
    }

    /// RF data commands sent so far; anticollision, select, halt and RATS are not counted.
    public private(set) var commands = 0
    /// Page, block or file writes sent so far.
    public private(set) var pagesWritten = 0

    private let reader: any TagReader

    /// A session on a reader; nothing is sent yet.
    public init(_ reader: any TagReader) { self.reader = reader }

    /// Waits for one tag, tells its chip and reads as little as `depth` needs.
    ///
    /// - Throws: `noTag`, `twoTags`, `unsupportedTag` for what is no NDEF tag at all, `tagLost`, and the reader's.
    public func look(
        _ depth: Depth = .message, within limit: Duration = .seconds(30)
    ) async throws(TagError) -> TagLook {
        _ = try await reader.select(within: limit)
        throw TagError(.unsupportedTag, "this tag is not supported")
    }

    /// Writes what `plan` says, reads it back and compares.
    ///
    /// - Parameters:
    ///   - plan: Made from this session's last look.
    ///   - progress: Called behind each write with the number of writes done, of all.
    /// - Throws: `tagLost` or `nak` when the tag left or refused: the error's reason says what it holds now;
    ///   `verifyFailed` when it does not hold what was written.
    public func carryOut(
        _ plan: ProgrammingPlan, progress: @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) async throws(TagError) -> WriteReport {
        throw TagError(.unsupportedTag, "this tag is not supported")
    }
}
