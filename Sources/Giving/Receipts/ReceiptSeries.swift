public import TimeKit

/// A segment of all receipt series. It starts when a backup is restored.
public struct ReceiptSegment: Hashable, Sendable {
    /// The segment's number, greater than all earlier ones: 1 for `R1`.
    public var number: Int
    /// The time at which the backup was restored.
    public var begun: Timestamp
    /// The time at which the backup was made. These books lack the numbers issued after it in earlier segments.
    public var backupMade: Timestamp

    /// Creates a segment.
    public init(number: Int, begun: Timestamp, backupMade: Timestamp) {
        self.number = number
        self.begun = begun
        self.backupMade = backupMade
    }
}

/// The receipts of an organization and year in one segment, numbered from 1 to ``last``.
public struct ReceiptSeries: Hashable, Sendable {
    /// The organization's id.
    public var organization: String
    /// The year in the organization's time zone.
    public var year: Int
    /// The segment's number, or 0 before the first backup was restored.
    public var segment: Int
    /// The last position.
    public var last: Int64

    /// Creates a series.
    public init(organization: String, year: Int, segment: Int, last: Int64) {
        self.organization = organization
        self.year = year
        self.segment = segment
        self.last = last
    }
}
