public import TimeKit

/// A period for which the books may be incomplete, because a backup was restored or the end of the database's
/// log was lost.
///
/// The gap stays open until a full reconciliation finds no differences and gets a response to every request.
public struct BooksGap: Hashable, Sendable {
    /// The causes of a gap.
    public enum Cause: String, Sendable, CaseIterable {
        /// A backup was restored, so records that were made after the backup may be missing.
        case restored
        /// The database's log ended in the middle of a transaction when the program opened the database.
        case cutLog = "cut_log"
    }

    /// The event that caused the gap.
    public var cause: Cause
    /// The time from which records may be missing.
    public var since: Timestamp
    /// The time when the gap was found. Records that were made after that time are complete.
    public var found: Timestamp

    /// Creates a gap.
    ///
    /// - Parameters:
    ///   - cause: The event that caused the gap.
    ///   - since: The time from which records may be missing.
    ///   - found: The time when the gap was found.
    public init(_ cause: Cause, since: Timestamp, found: Timestamp) {
        self.cause = cause
        self.since = since
        self.found = found
    }
}
