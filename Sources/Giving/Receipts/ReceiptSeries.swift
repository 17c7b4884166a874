public import PaymentCore
public import TimeKit

/// A new segment of all receipt series. A segment starts when receipts may be missing from the books, because
/// a backup was restored or the end of the log was lost.
public struct ReceiptSegment: Hashable, Sendable {
    /// The segment's number, which is 1 for `R1`. This number is higher than those of all earlier segments.
    public var number: Int
    /// The reason that the segment was started.
    public var cause: BooksGap.Cause
    /// The time at which the segment began.
    public var begun: Timestamp
    /// The time from which the books may lack numbers of earlier segments. For a restored backup, this is the
    /// time of the backup.
    public var since: Timestamp

    /// Creates a segment.
    ///
    /// - Parameters:
    ///   - number: The segment's number, which is 1 for `R1`.
    ///   - cause: The reason why the segment is started.
    ///   - begun: The time at which the segment begins.
    ///   - since: The time from which the books may lack receipt numbers.
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
    /// The segment's number, or 0 before the first ``ReceiptSegment``.
    public var segment: Int
    /// The position of the last receipt in the segment.
    public var last: Int64
}
