import Giving
import MoneyKit
import PaymentCore
import TimeKit

/// What a live view is made of, as the books have it.
struct LiveBooks: Sendable {
    var gifts: [Gift]
    var taps: [Tap]
    var funds: [Fund]
    var today: CalendarDate
    var totals: [FundTotal]
    var tapsToday: Int

    /// The taps whose seats are wanted.
    var tapIDs: [String] { taps.map(\.id) + gifts.compactMap(\.tap) }

    /// What is shown of them.
    ///
    /// - Parameter seats: The seat or tag of a tap, by the tap's id.
    func snapshot(of organization: Organization, seats: [String: String]) throws -> LiveSnapshot {
        let calendar = organization.calendar
        let names = Dictionary(funds.map { ($0.id, $0.name) }, uniquingKeysWith: { $1 })
        func row(_ id: String, _ time: Timestamp, _ kind: LiveRow.Kind, fund: String?, tap: String?)
            -> LiveRow
        {
            let day = calendar.date(of: time)
            return LiveRow(
                id: id, time: time, day: day == today ? nil : day, kind: kind,
                fund: fund.flatMap { names[$0] }, seat: tap.flatMap { seats[$0] })
        }
        let rows =
            gifts.map { gift in
                row(
                    gift.id, gift.created,
                    .gift(gift.amount, isMonthly: gift.recurring != nil, gift.status), fund: gift.fund,
                    tap: gift.tap)
            } + taps.map { row($0.id, $0.created, .tap, fund: $0.fund, tap: $0.id) }
        return LiveSnapshot(
            rows: Array(rows.sorted { $0.order > $1.order }.prefix(LiveSnapshot.mostRows)),
            today: LiveToday(
                gifts: totals.reduce(0) { $0 + $1.gifts },
                sums: try FundTotal.sum(totals, in: organization.currency), taps: tapsToday))
    }
}

extension OrganizationUnit {
    /// The newest taps and gifts, and what came on a day.
    func live(on today: CalendarDate) throws -> LiveBooks {
        let calendar = organization.calendar
        return LiveBooks(
            gifts: try gifts(GiftQuery(limit: LiveSnapshot.mostRows)),
            taps: try taps(limit: LiveSnapshot.mostRows), funds: try funds(), today: today,
            totals: try fundTotals(on: today...today),
            tapsToday: try tapCount(
                in: calendar.start(of: today)..<calendar.start(of: today.adding(days: 1))))
    }
}
