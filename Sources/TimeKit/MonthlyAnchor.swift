/// A monthly series of times. Each time is calculated from the first time, so that a short month does not
/// affect the later times.
///
/// For example, the times can be on January 31, February 28 or 29, March 31 and April 30, always at the same
/// time of day in UTC.
public struct MonthlyAnchor: Hashable, Sendable {
    /// The first time in the series. All other times are calculated from it.
    public let anchor: Timestamp

    /// Creates the series that starts at a given time.
    public init(_ anchor: Timestamp) { self.anchor = anchor }

    /// Returns the time that is `n` months after the anchor. If `n` is negative, the time is before the
    /// anchor. If `n` is 0, the time is the anchor itself.
    public func occurrence(_ n: Int) -> Timestamp {
        anchor.date.adding(months: n).startOfDay.adding(seconds: anchor.secondOfDay)
    }

    /// Returns the first time in the series that is later than a given time.
    ///
    /// If no such time exists within the calendar, returns the series' time of day on the calendar's last
    /// day.
    ///
    /// - Parameters:
    ///   - moment: The time after which the search starts.
    ///   - step: The number of months between two times, at least 1.
    public func next(after moment: Timestamp, everyMonths step: Int = 1) -> Timestamp {
        guard moment >= anchor else { return anchor }
        let (first, last) = (anchor.date, moment.date)
        let months = (last.year - first.year) * 12 + last.month - first.month
        var n = months / step * step
        // The day of the month determines whether this time or the next one is the result.
        while occurrence(n) <= moment, occurrence(n) < occurrence(n + step) { n += step }
        return occurrence(n)
    }

    /// Returns the first occurrence that is later than a given time. Unlike the result of
    /// ``next(after:everyMonths:)``, the occurrence can be earlier than the anchor.
    ///
    /// For example, if an anchor on March 31 is set in February, there is also an occurrence on February 28.
    ///
    /// - Parameter step: The number of months between two occurrences, at least 1.
    public func aligned(after moment: Timestamp, everyMonths step: Int = 1) -> Timestamp {
        let (first, last) = (anchor.date, moment.date)
        let months = (last.year - first.year) * 12 + last.month - first.month
        let steps = Int64(months).flooredQuotientAndRemainder(dividingBy: Int64(step)).quotient
        var n = (Int(steps) - 1) * step
        while occurrence(n) <= moment, occurrence(n) < occurrence(n + step) { n += step }
        return occurrence(n)
    }
}

extension MonthlyAnchor: Codable {
    /// Decodes a monthly series, which is encoded as its first time.
    public init(from decoder: any Decoder) throws { self.init(try Timestamp(from: decoder)) }

    /// Encodes the series as its first time.
    public func encode(to encoder: any Encoder) throws { try anchor.encode(to: encoder) }
}
