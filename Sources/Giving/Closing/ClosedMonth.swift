public import TimeKit

/// A month whose books an organization has closed. Later bookings do not change its figures.
public struct ClosedMonth: Hashable, Sendable, Codable {
    /// The organization's id.
    public var organization: String
    /// The month.
    public var month: CalendarMonth
    /// The time at which the month was closed.
    public var closed: Timestamp
    /// The number of the last ledger posting at that time, or 0 if there was none.
    public var lastPosting: Int64
    /// The number of the month's gifts that were still pending. Their outcome is booked in a later month.
    public var waiting: Int

    /// Creates a closed month.
    public init(
        organization: String, month: CalendarMonth, closed: Timestamp, lastPosting: Int64, waiting: Int
    ) {
        self.organization = organization
        self.month = month
        self.closed = closed
        self.lastPosting = lastPosting
        self.waiting = waiting
    }
}

/// The reason why a month cannot be closed.
public enum ClosingError: Error, Hashable, Sendable {
    /// The month has not ended yet.
    ///
    /// - Parameter last: The last month that has ended.
    case notOver(CalendarMonth, last: CalendarMonth)
    /// An earlier month is still open.
    ///
    /// - Parameter next: The month that must be closed first.
    case notInOrder(CalendarMonth, next: CalendarMonth)
    /// The organization has no gifts in this month or earlier.
    ///
    /// - Parameter first: The first month that can be closed.
    case beforeFirst(CalendarMonth, first: CalendarMonth)
}
