/// A moment in whole seconds, within the years 1 to 9999 of the Gregorian calendar in UTC.
///
/// Those are the years that RFC 3339 can write. A number outside of them becomes the nearest end, so that no
/// arithmetic on moments fails, whatever it is given. Leap seconds are not counted (POSIX time).
public struct Timestamp: Hashable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z; negative before.
    public let seconds: Int64

    /// 0001-01-01T00:00:00Z.
    public static let earliest = Timestamp(seconds: -62_135_596_800)
    /// 9999-12-31T23:59:59Z.
    public static let latest = Timestamp(seconds: 253_402_300_799)

    /// The moment so many seconds after 1970-01-01T00:00:00Z; past ``earliest`` or ``latest`` that end.
    public init(seconds: Int64) { self.seconds = min(max(seconds, -62_135_596_800), 253_402_300_799) }

    /// The moment so many seconds later, or earlier when negative; not past the ends.
    public func adding(seconds: Int64) -> Timestamp {
        let (sum, overflow) = self.seconds.addingReportingOverflow(seconds)
        guard overflow else { return Timestamp(seconds: sum) }
        return seconds < 0 ? .earliest : .latest
    }

    /// How many seconds the left moment is after the right one.
    public static func - (left: Timestamp, right: Timestamp) -> Int64 { left.seconds - right.seconds }

    /// The day in UTC.
    public var date: CalendarDate { CalendarDate(daysSince1970: dayAndSecond.quotient) }

    /// The day where clocks are so many seconds ahead of UTC, or behind when negative.
    public func date(offsetSeconds: Int64) -> CalendarDate { adding(seconds: offsetSeconds).date }

    /// Seconds since midnight in UTC, 0...86399.
    public var secondOfDay: Int64 { dayAndSecond.remainder }

    static let secondsPerDay: Int64 = 86_400

    private var dayAndSecond: (quotient: Int64, remainder: Int64) {
        seconds.flooredQuotientAndRemainder(dividingBy: Self.secondsPerDay)
    }
}

extension Timestamp: Comparable {
    /// Whether the left moment is the earlier one.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.seconds < right.seconds }
}

extension Timestamp: Codable {
    /// Reads the number of seconds since 1970-01-01T00:00:00Z.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let seconds = try container.decode(Int64.self)
        self.init(seconds: seconds)
        guard self.seconds == seconds else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(seconds) is not within the years 1 to 9999")
        }
    }

    /// Writes the number of seconds since 1970-01-01T00:00:00Z.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(seconds)
    }
}

extension Timestamp {
    /// The time for people, with its clock: `2026-11-21 09:00:00 UTC`.
    public var inUTC: String {
        String(iso8601.dropLast().map { $0 == "T" ? " " : $0 }) + " UTC"
    }
}

/// A source of the current time. It is passed in, so that tests and simulations can set it.
public struct WallClock: Sendable {
    /// Returns the current time.
    public let now: @Sendable () -> Timestamp

    /// Creates a clock from a function.
    public init(now: @escaping @Sendable () -> Timestamp) { self.now = now }
}
