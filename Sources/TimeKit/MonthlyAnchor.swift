/// The moments of something monthly: all reckoned from the first one, so that a short month shortens only itself.
///
/// January 31, February 28 or 29, March 31, April 30, at the same time of day in UTC.
public struct MonthlyAnchor: Hashable, Sendable {
    /// The first moment.
    public let anchor: Timestamp

    /// What comes monthly from this moment on.
    public init(_ anchor: Timestamp) { self.anchor = anchor }

    /// The moment so many months after the anchor, or before it when negative; 0 is the anchor itself.
    public func occurrence(_ n: Int) -> Timestamp {
        anchor.date.adding(months: n).startOfDay.adding(seconds: anchor.secondOfDay)
    }

    /// The first of these moments that lies after another one.
    ///
    /// At the calendar's end there is none, and its last one is returned.
    ///
    /// - Parameter step: How many months lie between two of them, at least 1.
    public func next(after moment: Timestamp, everyMonths step: Int = 1) -> Timestamp {
        guard moment >= anchor else { return anchor }
        let (first, last) = (anchor.date, moment.date)
        let months = (last.year - first.year) * 12 + last.month - first.month
        var n = months / step * step
        // The day of the month decides between this one and the one after it.
        while occurrence(n) <= moment, occurrence(n) < occurrence(n + step) { n += step }
        return occurrence(n)
    }

    /// Returns the first occurrence after a moment, even if it is before the anchor.
    ///
    /// An anchor can be later than the first period: an anchor on March 31 that is set in February has an occurrence on
    /// February 28.
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
    /// Reads the first moment.
    public init(from decoder: any Decoder) throws { self.init(try Timestamp(from: decoder)) }

    /// Writes the first moment.
    public func encode(to encoder: any Encoder) throws { try anchor.encode(to: encoder) }
}
