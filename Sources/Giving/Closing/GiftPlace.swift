import TimeKit

/// The booking details of a gift that is recorded only after its charge: a monthly charge, or a charge adopted from the
/// processor.
struct GiftPlace: Hashable, Sendable {
    /// The organization's time zone at the time of the charge.
    let timeZone: String
    /// The time encoded in the gift's id: the time of the charge, or the current time if the books of the charge's
    /// month are closed.
    let idTime: Timestamp
    /// The current day if the books of the charge's month are closed, otherwise nil.
    let knownOn: CalendarDate?
}

extension Organization {
    /// Returns the organization's time zone at a given time.
    func timeZone(at time: Timestamp) -> String {
        earlierTimeZones?.first { time <= $0.until }?.timeZone ?? timeZone
    }

    /// Returns the booking details of a gift that was charged at `time` and is recorded at `now`.
    func place(ofChargeAt time: Timestamp, now: Timestamp) -> GiftPlace {
        let isClosed = hasClosed(calendar.date(of: time))
        return GiftPlace(
            timeZone: timeZone(at: time), idTime: isClosed ? now : time,
            knownOn: isClosed ? calendar.date(of: now) : nil)
    }
}
