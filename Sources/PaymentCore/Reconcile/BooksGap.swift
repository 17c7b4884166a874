public import TimeKit

/// A period of which the books may lack something: a backup was restored, or the end of the log was lost.
///
/// It stays open until a full reconciliation has compared the books with the processor and found nothing unknown.
public struct BooksGap: Hashable, Sendable {
    /// Why something may be missing.
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        /// A backup was restored: nothing after it is in the books.
        case restored
        /// The log ended within a transaction when the books were opened.
        case cutLog = "cut_log"
    }

    /// Why something may be missing.
    public var cause: Cause
    /// The moment from which something may be missing.
    public var since: Timestamp
    /// The moment at which the gap was found; what came later is in the books.
    public var found: Timestamp

    /// A gap.
    public init(_ cause: Cause, since: Timestamp, found: Timestamp) {
        self.cause = cause
        self.since = since
        self.found = found
    }
}

/// Gaps of the books, within one transaction.
public protocol GapRecords {
    /// Opens a gap, unless one of this cause is open that begins as early.
    func open(_ gap: BooksGap) throws
    /// The open gaps, oldest first.
    func openGaps() throws -> [BooksGap]
    /// Closes every gap that begins at or after `since` and was found by `time`.
    func closeGaps(since: Timestamp, foundBy time: Timestamp) throws
}
