public import TimeKit

/// A segment of every receipt series: it begins when a backup is restored.
public struct ReceiptSegment: Hashable, Sendable {
    /// Its number: `R1` is 1. Greater than every earlier one.
    public var number: Int
    /// When it began: when the backup was restored.
    public var begun: Timestamp
    /// When the backup was made: numbers that were issued from then on, in an earlier segment, are not in these books.
    public var backupMade: Timestamp

    /// A segment that begins.
    public init(number: Int, begun: Timestamp, backupMade: Timestamp) {
        self.number = number
        self.begun = begun
        self.backupMade = backupMade
    }
}

/// The receipts of an organization and year in one segment: their numbers run from 1 to ``last``.
public struct ReceiptSeries: Hashable, Sendable {
    /// The organization's id.
    public var organization: String
    /// The year by the organization's clock.
    public var year: Int
    /// The segment's number; 0 before a backup was restored.
    public var segment: Int
    /// The greatest position.
    public var last: Int64

    /// A series.
    public init(organization: String, year: Int, segment: Int, last: Int64) {
        self.organization = organization
        self.year = year
        self.segment = segment
        self.last = last
    }
}
