import TimeKit

/// The time zone, time and day to record for a gift that is charged before this program creates it. Such
/// gifts come from the charges of monthly gifts, and from charges that were found at the processor.
struct GiftPlace: Hashable {
    /// The organization's time zone at the time of the charge.
    let timeZone: String
    /// The time that the gift's id encodes: the time of the charge, or the current time if the books of the
    /// charge's month are closed.
    let idTime: Timestamp
    /// The current day, if the books of the charge's month are closed; otherwise nil.
    let knownOn: CalendarDate?
}

extension Organization {
    /// Returns the time zone that the organization had at a given time.
    func timeZone(at time: Timestamp) -> String {
        earlierTimeZones?.first { time <= $0.until }?.timeZone ?? timeZone
    }

    /// Returns the time zone, time and day to record for a gift that is created after its charge.
    ///
    /// - Parameters:
    ///   - time: The time of the charge.
    ///   - now: The time at which this program creates the gift.
    func place(ofChargeAt time: Timestamp, now: Timestamp) -> GiftPlace {
        let isClosed = hasClosed(calendar.date(of: time))
        return GiftPlace(
            timeZone: timeZone(at: time), idTime: isClosed ? now : time,
            knownOn: isClosed ? calendar.date(of: now) : nil)
    }
}
