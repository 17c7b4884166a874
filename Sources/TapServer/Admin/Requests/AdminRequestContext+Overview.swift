import Giving
import MoneyKit
import PaymentCore
import StaffAccess
import TimeKit

extension AdminRequestContext {
    /// The number of weeks in the charts.
    private static let weeks = 13

    func overview() async throws -> PageResponse {
        let (calendar, now) = (organization.calendar, books.now)
        let today = calendar.date(of: now)
        let weeks = Weeks.last(Self.weeks, upTo: today)
        let year = (CalendarDate(year: today.year, month: 1, day: 1) ?? today)...today
        let first = calendar.start(of: weeks[0].lowerBound)
        let recent = RecentGifts(
            try await books.read {
                try $0.gifts(GiftQuery(since: first, limit: RecentGifts.most + 1))
            })
        let seats = try await seats?.seats(ofTaps: recent.counted.compactMap(\.tap)) ?? [:]
        let maySeeSeats = frame.permits(.seeTags)
        let page = try await books.read { transaction in
            let byWeek = try weeks.map { week in
                let moments =
                    calendar.start(of: week.lowerBound)..<calendar.start(of: week.upperBound.adding(days: 1))
                return WeekOfGifts(
                    days: week, totals: try transaction.fundTotals(on: week),
                    taps: try transaction.tapCount(in: moments),
                    leadingTaps: recent.leadingTaps(in: moments))
            }
            return OverviewPage(
                organization: transaction.organization, payee: try transaction.payee(),
                owedMinor: try transaction.owedMinor(),
                balanceMinor: try transaction.balanceMinor(), funds: try transaction.funds(),
                totals: try transaction.fundTotals(), year: try transaction.fundTotals(on: year),
                weeks: byWeek,
                bySite: GiftsBySite(
                    recent, sites: seats.compactMapValues(\.site), in: transaction.organization.currency),
                isCut: recent.oldest != nil,
                month: try transaction.monthSection(
                    upTo: today, recent, seats: seats, showsSeats: maySeeSeats),
                monthly: try transaction.monthlyTotals(), openItems: try transaction.openItems(at: now),
                donors: try transaction.donorSection(upTo: today),
                newest: try transaction.gifts(GiftQuery(limit: 5)))
        }
        return frame.page(page.title, try page.body())
    }
}

/// Calculations with calendar weeks, from Monday to Sunday.
enum Weeks {
    /// Returns the last `count` weeks, oldest first. The last week ends on `today`.
    static func last(_ count: Int, upTo today: CalendarDate) -> [ClosedRange<CalendarDate>] {
        let monday = today.adding(days: 1 - today.weekday.rawValue)
        return (0..<count).reversed().map { index in
            let first = monday.adding(days: -7 * index)
            return first...min(first.adding(days: 6), today)
        }
    }
}
