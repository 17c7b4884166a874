/// A month of the Gregorian calendar, in the years 1 to 9999.
public struct CalendarMonth: Hashable, Sendable {
    /// The first day of the month.
    public let first: CalendarDate

    /// Creates the month that contains a day.
    public init(of day: CalendarDate) { first = day.adding(days: 1 - day.day) }

    /// Parses a month in the format `2026-01`. Returns nil for any other text.
    public init?(iso8601 text: String) {
        guard text.utf8.count == 7, let first = CalendarDate(iso8601: text + "-01") else { return nil }
        self.first = first
    }

    /// The month in the format `2026-01`.
    public var iso8601: String { String(first.iso8601.dropLast(3)) }

    /// The year, 1...9999.
    public var year: Int { first.year }

    /// The next month, or this month if it is the last month of the calendar.
    public var next: CalendarMonth { CalendarMonth(of: first.adding(months: 1)) }

    /// The days of the month, from the first to the last.
    public var days: ClosedRange<CalendarDate> {
        first...(CalendarDate.daysInMonth(first.month, of: year).map { first.adding(days: $0 - 1) } ?? first)
    }

    /// Returns December of a year. Returns nil if the year is not in 1...9999.
    public static func last(of year: Int) -> CalendarMonth? {
        CalendarDate(year: year, month: 12, day: 1).map(CalendarMonth.init)
    }
}

extension CalendarMonth: Comparable {
    /// Returns whether the left month is earlier than the right month.
    public static func < (left: CalendarMonth, right: CalendarMonth) -> Bool { left.first < right.first }
}

extension CalendarMonth: Codable {
    /// Decodes the month from text such as `2026-01`.
    public init(from decoder: any Decoder) throws {
        self = try decoder.value("month", CalendarMonth.init(iso8601:))
    }

    /// Encodes the month as text such as `2026-01`.
    public func encode(to encoder: any Encoder) throws {
        try iso8601.encode(to: encoder)
    }
}

extension CalendarDate: Codable {
    /// Decodes the day from text such as `2026-01-31`.
    public init(from decoder: any Decoder) throws {
        self = try decoder.value("day", CalendarDate.init(iso8601:))
    }

    /// Encodes the day as text such as `2026-01-31`.
    public func encode(to encoder: any Encoder) throws {
        try iso8601.encode(to: encoder)
    }
}

extension Decoder {
    /// Decodes a value that is stored as text. If the text is invalid, the error says that it is not a
    /// `noun`.
    package func value<Value>(_ noun: String, _ read: (String) -> Value?) throws -> Value {
        let container = try singleValueContainer()
        let text = try container.decode(String.self)
        if let value = read(text) { return value }
        throw DecodingError.dataCorruptedError(
            in: container, debugDescription: "\(text) is not a \(noun)")
    }
}
