public import FailureKit
public import TimeKit

/// A month whose books an organization has closed. Postings that are recorded later do not change the month's
/// figures.
public struct ClosedMonth: Hashable, Sendable, Codable {
    /// The organization's id.
    public var organization: String
    /// The month, in the organization's time zone.
    public var month: CalendarMonth
    /// The time at which the month was closed.
    public var closed: Timestamp
    /// The number of the newest ledger posting at the time when the month was closed, or 0 if there was no
    /// posting.
    public var lastPosting: Int64
    /// The number of the month's gifts that were still pending when the month was closed. If they are paid
    /// later, they are counted in a later month.
    public var waiting: Int
}

/// The reason that a month cannot be closed.
public enum ClosingError: Failure, Hashable, Sendable {
    /// The month has not ended yet.
    ///
    /// - Parameter last: The last month that has ended.
    case notOver(CalendarMonth, last: CalendarMonth)
    /// An earlier month is still open.
    ///
    /// - Parameter next: The month that must be closed first.
    case notInOrder(CalendarMonth, next: CalendarMonth)
    /// The month is earlier than the first month that can be closed. The organization had no gifts before
    /// that first month.
    ///
    /// - Parameter first: The first month that can be closed.
    case beforeFirst(CalendarMonth, first: CalendarMonth)
}

extension ClosingError {
    /// The stable error code.
    public var failureCode: String {
        switch self {
        case .notOver: "monthNotOver"
        case .notInOrder: "earlierMonthOpen"
        case .beforeFirst: "beforeFirstMonth"
        }
    }

    /// The failure category, which determines the exit code and the HTTP status.
    public var category: FailureCategory { .refused }

    /// A clause that describes what happened, without a period.
    public var summary: String {
        switch self {
        case .notOver(let month, _): "\(month.iso8601) is not over yet"
        case .notInOrder(let month, _): "\(month.iso8601) cannot be closed yet"
        case .beforeFirst(let month, _): "\(month.iso8601) cannot be closed"
        }
    }

    /// The reason for the error. It names the last completed month, the next month to close, or the first
    /// month that can be closed.
    public var reason: String {
        switch self {
        case .notOver(_, let last): "the last completed month is \(last.iso8601)"
        case .notInOrder(_, let next): "months must be closed in order, and \(next.iso8601) is still open"
        case .beforeFirst(_, let first): "the organization has no gifts before \(first.iso8601)"
        }
    }
}
