public import TimeKit

/// Until when a monthly gift is paused, as it was written.
public enum PauseEnd: Hashable, Sendable {
    /// From the first moment of this day on, by the organization's clock.
    case day(CalendarDate)
    /// From this moment on.
    case moment(Timestamp)

    /// Reads a day as `2027-03-01`, or a moment as `2027-03-01T09:00:00Z`; nil for anything else.
    public init?(iso8601 text: String) {
        if let day = CalendarDate(iso8601: text) {
            self = .day(day)
        } else if let moment = Timestamp(iso8601: text) {
            self = .moment(moment)
        } else {
            return nil
        }
    }

    /// The moment from which on it is charged again.
    public func moment(by calendar: LocalCalendar) -> Timestamp {
        switch self {
        case .day(let day): calendar.start(of: day)
        case .moment(let moment): moment
        }
    }
}
