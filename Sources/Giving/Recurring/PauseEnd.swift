public import TimeKit

/// The end of a monthly gift's pause, as a person entered it.
public enum PauseEnd: Hashable, Sendable {
    /// The pause ends at the beginning of this day in the organization's time zone.
    case day(CalendarDate)
    /// The pause ends at this time.
    case moment(Timestamp)

    /// Parses a day such as `2027-03-01` or a time such as `2027-03-01T09:00:00Z`. Returns nil for any other
    /// text.
    public init?(iso8601 text: String) {
        if let day = CalendarDate(iso8601: text) {
            self = .day(day)
        } else if let moment = Timestamp(iso8601: text) {
            self = .moment(moment)
        } else {
            return nil
        }
    }

    /// Returns the time at which the pause ends and charges resume.
    public func moment(by calendar: LocalCalendar) -> Timestamp {
        switch self {
        case .day(let day): calendar.start(of: day)
        case .moment(let moment): moment
        }
    }
}
