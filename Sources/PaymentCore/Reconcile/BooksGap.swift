public import TimeKit

/// A period for which the books may be incomplete, because a backup was restored or the end of the log was lost.
///
/// It stays open until a full reconciliation finds no unknown charge, refund or transfer.
public struct BooksGap: Hashable, Sendable {
    /// The reason why records may be missing.
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        /// A backup was restored, so everything after it is missing.
        case restored
        /// The log ended within a transaction when the books were opened.
        case cutLog = "cut_log"
    }

    /// The reason why records may be missing.
    public var cause: Cause
    /// The time from which records may be missing.
    public var since: Timestamp
    /// The time at which the gap was found. Later records are complete.
    public var found: Timestamp

    /// Creates a gap.
    public init(_ cause: Cause, since: Timestamp, found: Timestamp) {
        self.cause = cause
        self.since = since
        self.found = found
    }
}
