extension CalendarDate {
    /// Parses a date in exactly the format `2026-01-31`. Returns nil for any other text and for a day that
    /// does not exist.
    public init?(iso8601 text: String) {
        var reader = DigitReader(text)
        guard let date = CalendarDate(from: &reader), reader.isAtEnd else { return nil }
        self = date
    }

    /// The day in the format `2026-01-31`.
    public var iso8601: String { "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))" }

    fileprivate init?(from reader: inout DigitReader) {
        guard let year = reader.number(of: 4), reader.take("-"), let month = reader.number(of: 2),
            reader.take("-"), let day = reader.number(of: 2)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }
}

extension Timestamp {
    /// Parses a date with a time, or a date without a time, which means midnight in UTC. Returns nil for any
    /// other text.
    ///
    /// The formats are `2026-01-31`, `2026-01-31T09:00:00Z` and `2026-01-31T10:00:00+01:00`. They follow RFC
    /// 3339, in upper case and without fractions or leap seconds. A time without `Z` or an offset is
    /// ambiguous and therefore rejected.
    public init?(iso8601 text: String) {
        var reader = DigitReader(text)
        guard let date = CalendarDate(from: &reader) else { return nil }
        if reader.isAtEnd {
            self = date.startOfDay
            return
        }
        guard reader.take("T"), let time = reader.time(withSeconds: true) else { return nil }
        var offset: Int64 = 0
        if !reader.take("Z") {
            let isBehind = reader.take("-")
            guard isBehind || reader.take("+"), let size = reader.time(withSeconds: false) else { return nil }
            offset = isBehind ? -size : size
        }
        let seconds = date.startOfDay.seconds + time - offset
        self.init(seconds: seconds)
        guard reader.isAtEnd, self.seconds == seconds else { return nil }
    }

    /// The time in UTC in the format `2026-01-31T09:00:00Z`.
    public var iso8601: String {
        let second = Int(secondOfDay)
        let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, to: 2) }
        return "\(date.iso8601)T\(time.joined(separator: ":"))Z"
    }
}

/// A reader that reads fixed-width numbers and single characters from the start of a string.
private struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func number(of width: Int) -> Int? {
        let digits = rest.prefix(width)
        guard digits.count == width else { return nil }
        var number = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        rest = rest.dropFirst(width)
        return number
    }

    /// Reads a time of day, such as `09:00:00` or `09:00`, and returns the number of seconds since midnight.
    mutating func time(withSeconds: Bool) -> Int64? {
        guard let hour = number(of: 2), hour < 24, take(":"), let minute = number(of: 2), minute < 60 else {
            return nil
        }
        guard withSeconds else { return Int64(hour * 3600 + minute * 60) }
        guard take(":"), let second = number(of: 2), second < 60 else { return nil }
        return Int64(hour * 3600 + minute * 60 + second)
    }
}

private func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
