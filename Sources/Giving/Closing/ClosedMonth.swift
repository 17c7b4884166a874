public import TimeKit

/// A month of an organization whose books are closed: nothing that is booked later changes what it says.
public struct ClosedMonth: Hashable, Sendable, Codable {
    /// The organization's id.
    public var organization: String
    /// The month.
    public var month: CalendarMonth
    /// When it was closed.
    public var closed: Timestamp
    /// The number of the last posting of the ledger at that time; 0 if there was none.
    public var lastPosting: Int64
    /// How many gifts of the month were neither paid nor declined yet: what becomes of them is booked later.
    public var waiting: Int

    /// A closed month.
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

/// Why a month cannot be closed.
public enum ClosingError: Error, Hashable, Sendable {
    /// The month has not ended yet.
    ///
    /// - Parameter last: The last month that has.
    case notOver(CalendarMonth, last: CalendarMonth)
    /// An earlier month is still open.
    ///
    /// - Parameter next: The month that has to be closed first.
    case notInOrder(CalendarMonth, next: CalendarMonth)
}
