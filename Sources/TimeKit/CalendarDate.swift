/// A day of the Gregorian calendar in the years 1 to 9999. It has no time zone.
///
/// Days before October 1582 use the proleptic Gregorian calendar, as in ISO 8601.
public struct CalendarDate: Hashable, Sendable {
    /// The year, 1...9999.
    public let year: Int
    /// The month, 1...12.
    public let month: Int
    /// The day of the month, 1...31.
    public let day: Int

    /// Creates a date. Returns nil if the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard let days = Self.daysInMonth(month, of: year), day >= 1, day <= days else { return nil }
        self.init(known: year, month, day)
    }

    private init(known year: Int, _ month: Int, _ day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Returns the number of days in a month, or nil if the month is not in 1...12 or the year is not in
    /// 1...9999.
    public static func daysInMonth(_ month: Int, of year: Int) -> Int? {
        guard (1...9999).contains(year) else { return nil }
        switch month {
        case 2: return isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: return 30
        case 1...12: return 31
        default: return nil
        }
    }

    /// Returns the date that is `days` days later or, if `days` is negative, earlier. The result is clamped
    /// to the first and last days of the calendar.
    public func adding(days: Int) -> CalendarDate {
        startOfDay.adding(seconds: Int64(days).multipliedSaturating(by: Timestamp.secondsPerDay)).date
    }

    /// Returns the date that is the given number of months later, on the same day of the month. If the number
    /// is negative, the date is earlier.
    ///
    /// If the resulting month does not have this day, returns the last day of that month. For example, one
    /// month after January 31 is February 28 or 29. The result is clamped to the first and last days of the
    /// calendar.
    public func adding(months: Int) -> CalendarDate {
        let (count, overflow) = (year * 12 + month - 1).addingReportingOverflow(months)
        guard !overflow, count >= 12, count < 10_000 * 12 else {
            return months < 0 ? Timestamp.earliest.date : Timestamp.latest.date
        }
        let (year, monthsBefore) = count.quotientAndRemainder(dividingBy: 12)
        let month = monthsBefore + 1
        return CalendarDate(known: year, month, min(day, Self.daysInMonth(month, of: year) ?? day))
    }

    /// Midnight of the day in UTC.
    public var startOfDay: Timestamp { Timestamp(seconds: daysSince1970 * Timestamp.secondsPerDay) }

    /// The day of the week.
    public var weekday: Weekday {
        // 1970-01-01 was a Thursday, and weeks start on Monday.
        let day = (daysSince1970 + 3).flooredQuotientAndRemainder(dividingBy: 7).remainder
        return Weekday(rawValue: Int(day) + 1) ?? .monday
    }

    /// The English names of the months, starting with January.
    package static let englishMonths = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ]

    private static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }
}

extension CalendarDate: Comparable {
    /// Returns whether the left date is earlier than the right date.
    public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

/// Conversions between dates and numbers of days since 1970-01-01.
///
/// In the calculation, years start in March, which makes the leap day the last day of the year. Any five
/// consecutive months from March through January have 153 days (Howard Hinnant, "chrono-Compatible Low-Level
/// Date Algorithms").
extension CalendarDate {
    private static let daysPerEra: Int64 = 146_097  // 400 years
    private static let daysFromEraTo1970: Int64 = 719_468  // 0000-03-01 to 1970-01-01

    /// Creates the date that is `daysSince1970` days after 1970-01-01. The date must be within the calendar.
    init(daysSince1970: Int64) {
        let (era, dayOfEra) = (daysSince1970 + Self.daysFromEraTo1970)
            .flooredQuotientAndRemainder(dividingBy: Self.daysPerEra)
        let leapDays = dayOfEra / 1_460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - leapDays) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        self.init(known: Int(year), Int(month), Int(day))
    }

    /// The number of days since 1970-01-01. It is negative for earlier dates.
    var daysSince1970: Int64 {
        let marchYear = Int64(month <= 2 ? year - 1 : year)
        let (era, yearOfEra) = marchYear.flooredQuotientAndRemainder(dividingBy: 400)
        let marchMonth = Int64(month > 2 ? month - 3 : month + 9)
        let dayOfYear = (153 * marchMonth + 2) / 5 + Int64(day) - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * Self.daysPerEra + dayOfEra - Self.daysFromEraTo1970
    }
}

extension Int64 {
    /// Returns the product, clamped to the range of `Int64`.
    fileprivate func multipliedSaturating(by factor: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        guard overflow else { return product }
        return (self < 0) == (factor < 0) ? .max : .min
    }
}

/// A day of the week, numbered as in ISO 8601.
public enum Weekday: Int, Sendable, CaseIterable {
    /// Monday has the raw value 1. The other days follow in order, up to 7 for Sunday.
    case monday = 1
    case tuesday, wednesday, thursday, friday, saturday, sunday
}

extension Int64 {
    /// Returns the quotient, rounded down, and the remainder, which is never negative. The divisor must be
    /// positive.
    func flooredQuotientAndRemainder(dividingBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
