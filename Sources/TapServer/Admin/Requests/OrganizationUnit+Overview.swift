import Giving
import MoneyKit
import TimeKit

extension OrganizationUnit {
    /// Returns the overview's section about the month that contains `today`.
    ///
    /// - Parameters:
    ///   - recent: The newest gifts. They include all gifts of the month, unless there are too many.
    ///   - seats: The seats of the gifts' taps, by tap id.
    ///   - showsSeats: Whether the member of staff may see seats.
    func monthSection(
        upTo today: CalendarDate, _ recent: RecentGifts, seats: [String: TappedSeat], showsSeats: Bool
    ) throws -> MonthSection {
        let month = try MonthToDate(upTo: today) { try fundTotals(on: $0) }
        let days = month.current.days
        let gifts = recent.counted.filter { days.contains($0.day) }
        let (sites, currency) = (seats.compactMapValues(\.site), organization.currency)
        let start = organization.calendar.start(of: days.lowerBound)
        return MonthSection(
            organization: organization, month: month, funds: try funds(),
            bySite: GiftsByPlace(gifts, places: sites, in: currency),
            bySeat: showsSeats
                ? GiftsByPlace(gifts, places: seats.mapValues(\.name), within: sites, in: currency) : nil,
            isCut: recent.oldest.map { $0 >= start } ?? false)
    }

    /// Returns the overview's section about the disputes and payouts that need attention at the given time.
    func openItems(at time: Timestamp) throws -> OpenItemsSection {
        let disputes = try openDisputes(limit: OpenItemsSection.mostRead)
        let payouts = try openPayouts(
            limit: OpenItemsSection.mostRead, failedSince: time.adding(seconds: -30 * 86_400))
        return OpenItemsSection(
            organization: organization, disputes: disputes, payouts: payouts, counts: try giftCounts(),
            now: time)
    }

    /// Returns the overview's section about donors who started, resumed or stopped giving.
    func donorSection(upTo today: CalendarDate) throws -> DonorSection {
        let month = CalendarMonth(of: today)
        let lastMonth = CalendarMonth(of: month.first.adding(days: -1))
        let periods = DonorPeriods(month, in: organization.calendar)
        return DonorSection(
            month: month, current: try donorActivity(in: periods),
            previous: try donorActivity(in: DonorPeriods(lastMonth, in: organization.calendar)),
            lapsed: try lapsedDonorCount(in: periods))
    }
}
