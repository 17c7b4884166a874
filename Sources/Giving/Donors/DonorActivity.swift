public import TimeKit

/// The numbers of new and returning donors of an organization in one month. Donors whose data was deleted are
/// not counted.
public struct DonorActivity: Hashable, Sendable {
    /// The number of donors whose first gift was in the month.
    public var new: Int
    /// The number of donors who gave in the month and had given before, but not in the preceding 12 months.
    public var returning: Int
}

/// The periods by which donors are classified as new, returning or lapsed. Each period consists of whole
/// months in the organization's calendar.
///
/// New donors gave for the first time in the month. Returning donors gave in the month and earlier, but not
/// in the 12 months before the month. Lapsed donors last gave 13 to 24 months before the month.
///
/// Source: Blackbaud Raiser's Edge NXT, donor lifecycle (first gift; recaptured; lapsing 15 to 24 months
/// after the last gift) and Neon CRM, donor retention (new, recaptured, lapsed). Both products also count by
/// years. This type uses whole months, so that the counts for a month do not depend on the current day.
public struct DonorPeriods: Hashable, Sendable {
    /// The month for which donors are counted.
    public let month: Range<Timestamp>
    /// The 12 months before ``month``.
    public let previous: Range<Timestamp>
    /// The 12 months before ``previous``.
    public let lapsed: Range<Timestamp>

    /// Creates the periods by which the donors of a month are classified.
    public init(_ month: CalendarMonth, in calendar: LocalCalendar) {
        func period(from first: Int, to end: Int) -> Range<Timestamp> {
            calendar.period(month.first.adding(months: first)..<month.first.adding(months: end))
        }
        self.month = period(from: 0, to: 1)
        previous = period(from: -12, to: 0)
        lapsed = period(from: -24, to: -12)
    }
}
