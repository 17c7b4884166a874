/// A point in time in whole seconds, in the years 1 to 9999 of the Gregorian calendar in UTC.
///
/// These are the years that RFC 3339 can represent. Values outside of this range are clamped to it, so
/// arithmetic never fails. Leap seconds are not counted (POSIX time).
public struct Timestamp: Hashable, Sendable {
    /// The number of seconds since 1970-01-01T00:00:00Z. It is negative for earlier times.
    public let seconds: Int64

    /// The earliest supported time, 0001-01-01T00:00:00Z.
    public static let earliest = Timestamp(seconds: -62_135_596_800)
    /// The latest supported time, 9999-12-31T23:59:59Z.
    public static let latest = Timestamp(seconds: 253_402_300_799)

    /// Creates a timestamp from the seconds since 1970-01-01T00:00:00Z, clamped to ``earliest`` and
    /// ``latest``.
    public init(seconds: Int64) { self.seconds = min(max(seconds, -62_135_596_800), 253_402_300_799) }

    /// Returns the time that is the given number of seconds later. If the number is negative, the time is
    /// earlier. The result is clamped to ``earliest`` and ``latest``.
    public func adding(seconds: Int64) -> Timestamp {
        let (sum, overflow) = self.seconds.addingReportingOverflow(seconds)
        guard overflow else { return Timestamp(seconds: sum) }
        return seconds < 0 ? .earliest : .latest
    }

    /// Returns the number of seconds from the right time to the left time.
    public static func - (left: Timestamp, right: Timestamp) -> Int64 { left.seconds - right.seconds }

    /// The date in UTC at this time.
    public var date: CalendarDate { CalendarDate(daysSince1970: dayAndSecond.quotient) }

    /// Returns the date in a time zone with this offset from UTC. The offset is in seconds, and is positive
    /// east of Greenwich.
    public func date(offsetSeconds: Int64) -> CalendarDate { adding(seconds: offsetSeconds).date }

    /// The number of seconds since midnight in UTC, 0...86399.
    public var secondOfDay: Int64 { dayAndSecond.remainder }

    static let secondsPerDay: Int64 = 86_400

    private var dayAndSecond: (quotient: Int64, remainder: Int64) {
        seconds.flooredQuotientAndRemainder(dividingBy: Self.secondsPerDay)
    }
}

extension Timestamp: Comparable {
    /// Returns whether the left time is earlier than the right time.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.seconds < right.seconds }
}

extension Timestamp: Codable {
    /// Decodes the seconds since 1970-01-01T00:00:00Z.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let seconds = try container.decode(Int64.self)
        self.init(seconds: seconds)
        guard self.seconds == seconds else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "\(seconds) seconds since 1970 is outside the years 1 to 9999")
        }
    }

    /// Encodes the seconds since 1970-01-01T00:00:00Z.
    public func encode(to encoder: any Encoder) throws {
        try seconds.encode(to: encoder)
    }
}

extension Timestamp {
    /// The time in UTC as human-readable text, such as `2026-11-21 09:00:00 UTC`.
    public var inUTC: String {
        String(iso8601.dropLast().map { $0 == "T" ? " " : $0 }) + " UTC"
    }
}

/// A source of the current time. It is passed as a parameter, so that tests and simulations can control the
/// time.
public struct WallClock: Sendable {
    /// A function that returns the current time.
    public let now: @Sendable () -> Timestamp

    /// Creates a clock from a function that returns the current time.
    public init(now: @escaping @Sendable () -> Timestamp) { self.now = now }
}
