public import PaymentCore
public import TimeKit

/// A segment of receipt numbers that applies to all organizations. A new segment starts if receipts may be
/// missing from the books after a backup was restored or the end of the database log was lost.
public struct ReceiptSegment: Hashable, Sendable {
    /// The segment's number, which is 1 for `R1`.
    public var number: Int
    /// The reason why the segment was started.
    public var cause: BooksGap.Cause
    /// The time at which the segment began.
    public var begun: Timestamp
    /// The time after which receipts of earlier segments may be missing from the books. For a restored
    /// backup, this is the time of the backup.
    public var since: Timestamp

    /// Creates a segment.
    ///
    /// - Parameters:
    ///   - number: The segment's number, which is 1 for `R1`.
    ///   - cause: The reason why the segment is started.
    ///   - begun: The time at which the segment begins.
    ///   - since: The time after which receipts may be missing from the books.
    public init(number: Int, _ cause: BooksGap.Cause, begun: Timestamp, since: Timestamp) {
        self.number = number
        self.cause = cause
        self.begun = begun
        self.since = since
    }
}

/// An organization's receipts of one year in one segment, numbered from 1 to ``last``.
public struct ReceiptSeries: Hashable, Sendable {
    /// The organization's id.
    public var organization: String
    /// The year in which the receipts were issued, in the organization's time zone.
    public var year: Int
    /// The segment's number, or 0 before the first ``ReceiptSegment``.
    public var segment: Int
    /// The position of the last receipt in this series.
    public var last: Int64
}
