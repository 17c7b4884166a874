import Giving
import MoneyKit
import PaymentCore
import StaffAccess
import TimeKit

extension AdminVisit {
    /// How many weeks are drawn.
    private static var weeks: Int { 13 }

    func overview() async throws -> PageAnswer {
        let calendar = organization.calendar
        let today = calendar.date(of: books.now)
        let weeks = Weeks.last(Self.weeks, upTo: today)
        let year = (CalendarDate(year: today.year, month: 1, day: 1) ?? today)...today
        let first = calendar.start(of: weeks[0].lowerBound)
        let recent = RecentGifts(
            try await books.read { unit in
                try unit.gifts(GiftQuery(since: first, limit: RecentGifts.most + 1))
            })
        let sites = try await seats?.sites(ofTaps: recent.counted.compactMap(\.tap)) ?? [:]
        let page = try await books.read { unit in
            let byWeek = try weeks.map { week in
                let moments =
                    calendar.start(of: week.lowerBound)..<calendar.start(of: week.upperBound.adding(days: 1))
                return WeekOfGifts(
                    days: week, totals: try unit.fundTotals(on: week), taps: try unit.tapCount(in: moments),
                    leadingTaps: recent.leadingTaps(in: moments))
            }
            return OverviewPage(
                organization: unit.organization, payee: try unit.payee(), owedMinor: try unit.owedMinor(),
                balanceMinor: try unit.balanceMinor(), funds: try unit.funds(),
                totals: try unit.fundTotals(), year: try unit.fundTotals(on: year), weeks: byWeek,
                bySite: GiftsBySite(recent, sites: sites, in: unit.organization.currency),
                isCut: recent.oldest != nil,
                counts: try unit.giftCounts(), newest: try unit.gifts(GiftQuery(limit: 5)))
        }
        return frame.page(page.title, try page.body())
    }

    func funds() async throws -> PageAnswer {
        let today = organization.calendar.date(of: books.now)
        let year = (CalendarDate(year: today.year, month: 1, day: 1) ?? today)...today
        let mayChange = frame.member?.role.permits(.change) ?? false
        let page = try await books.read { unit in
            FundsPage(
                organization: unit.organization, funds: try unit.funds(), totals: try unit.fundTotals(),
                year: try unit.fundTotals(on: year), yearNumber: today.year, mayChange: mayChange)
        }
        return frame.page(page.title, try page.body())
    }
}
