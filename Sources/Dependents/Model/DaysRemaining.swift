public import TimeKit

/// The number of days until a due date: 0 if the date is today, and negative if the date has passed.
public struct DaysRemaining: Hashable, Sendable {
    /// The number of calendar days until the due date, in the agency's time zone.
    public let days: Int

    /// Counts the days from today to a due date.
    public init(until due: CalendarDate, from today: CalendarDate) {
        days = Int((due.startOfDay - today.startOfDay) / 86_400)
    }

    /// The position of a due date relative to today.
    public enum Status: String, Sendable, CaseIterable {
        case remaining, today, overdue
    }

    /// The position of the due date relative to today.
    public var status: Status { days == 0 ? .today : days < 0 ? .overdue : .remaining }

    /// Returns a description such as "3 days remaining" or "Due today". Numbers use the digits 0 to 9 in both
    /// languages.
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

    /// Returns a number of days in Arabic. The form of the noun depends on the last two digits of the number.
    ///
    /// Source: CLDR 47, plural rules for `ar`: one, two, few (3 to 10), many (11 to 99), other.
    ///
    /// - Parameter isObject: Whether the phrase is in the accusative case, which changes the forms for one
    ///   and two days.
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

/// The language in which fees are displayed: English in a terminal, and Arabic on web pages.
public enum DisplayLanguage: String, Sendable, CaseIterable {
    case english = "en"
    case arabic = "ar"
}
