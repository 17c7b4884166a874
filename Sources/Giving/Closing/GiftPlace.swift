import TimeKit

/// Where the gift of a charge stands in the books that is heard of after it was made: a monthly charge, or one that was
/// adopted.
struct GiftPlace: Hashable, Sendable {
    /// The organization's time zone at the time of the charge.
    let timeZone: String
    /// The moment for the gift's id: the charge's, or now if the books of its month are closed.
    let idTime: Timestamp
    /// The day on which it is booked if the books of its month are closed: today.
    let bookedOn: CalendarDate?
}

extension Organization {
    /// The time zone that it had at a moment.
    func timeZone(at time: Timestamp) -> String {
        earlierTimeZones?.first { time <= $0.until }?.timeZone ?? timeZone
    }

    /// The place of a gift that was charged at `time` and is heard of now.
    func place(ofChargeAt time: Timestamp, now: Timestamp) -> GiftPlace {
        let isClosed = hasClosed(calendar.date(of: time))
        return GiftPlace(
            timeZone: timeZone(at: time), idTime: isClosed ? now : time,
            bookedOn: isClosed ? calendar.date(of: now) : nil)
    }
}
