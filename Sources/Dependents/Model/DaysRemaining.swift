public import TimeKit

/// How many days are left until a due date: 0 is today, below it is overdue.
public struct DaysRemaining: Hashable, Sendable {
    /// Whole days of the calendar, by the agency's own clock.
    public let days: Int

    /// From a day to a due date.
    public init(until due: CalendarDate, from today: CalendarDate) {
        days = Int((due.startOfDay - today.startOfDay) / 86_400)
    }

    /// Where a due date stands.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        case remaining, today, overdue
    }

    /// Where the due date stands.
    public var status: Status { days == 0 ? .today : days < 0 ? .overdue : .remaining }

    /// As people read it, with the digits 0 to 9.
    public func text(in language: DisplayLanguage) -> String {
        switch (language, status) {
        case (.english, .today): "Due today"
        case (.english, .remaining): "\(Self.english(days)) remaining"
        case (.english, .overdue): "\(Self.english(-days)) overdue"
        case (.arabic, .today): "آخر موعد اليوم"
        case (.arabic, .remaining): "باقٍ \(Self.arabic(days, isObject: false))"
        case (.arabic, .overdue): "متأخر \(Self.arabic(-days, isObject: true))"
        }
    }

    private static func english(_ count: Int) -> String { count == 1 ? "1 day" : "\(count) days" }

    /// A counted day: the noun follows the last two digits of its number.
    ///
    /// Source: CLDR 47, plural rules of `ar`: one, two, few (3 to 10), many (11 to 99), other.
    ///
    /// - Parameter isObject: Behind a verb, where one and two have another ending.
    private static func arabic(_ count: Int, isObject: Bool) -> String {
        switch (count, count % 100) {
        case (1, _): isObject ? "يومًا واحدًا" : "يوم واحد"
        case (2, _): isObject ? "يومين" : "يومان"
        case (_, 3...10): "\(count) أيام"
        case (_, 11...99): "\(count) يومًا"
        default: "\(count) يوم"
        }
    }
}

/// In which language fees are shown: English in a terminal, Arabic on pages.
public enum DisplayLanguage: String, Hashable, Sendable, CaseIterable {
    case english = "en"
    case arabic = "ar"
}
