public import PaymentCore
public import TimeKit

/// A segment of all receipt series. It starts when the books may lack receipts: after a backup was restored,
/// or after the end of the log was lost.
public struct ReceiptSegment: Hashable, Sendable {
    /// The segment's number, greater than all earlier ones: 1 for `R1`.
    public var number: Int
    /// The reason for the segment.
    public var cause: BooksGap.Cause
    /// The time at which the segment began.
    public var begun: Timestamp
    /// The time from which these books may lack numbers in earlier segments: for a restored backup, the time
    /// at which it was made.
    public var since: Timestamp

    /// Creates a segment.
    public init(number: Int, _ cause: BooksGap.Cause, begun: Timestamp, since: Timestamp) {
        self.number = number
        self.cause = cause
        self.begun = begun
        self.since = since
    }
}

/// The receipts of an organization and year in one segment, numbered from 1 to ``last``.
public struct ReceiptSeries: Hashable, Sendable {
    /// The organization's id.
    public var organization: String
    /// The year in the organization's time zone.
    public var year: Int
    /// The segment's number, or 0 before the first segment began.
    public var segment: Int
    /// The last position.
    public var last: Int64
}
