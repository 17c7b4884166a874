import Giving
import MoneyKit
import PaymentCore
import ServerKit
import StaffAccess
import TimeKit

extension AdminRequestContext {
    func livePage() async throws -> PageResponse {
        let log = try await streams.hub.currentLog(at: organization.id, through: liveSource)
        guard let snapshot = log.snapshot else { throw ProblemPage.noAdminPage }
        var frame = frame
        (frame.head, frame.script) = (LivePage.head, LiveScript.path)
        return frame.page(
            LivePage(
                view: liveView, snapshot: snapshot, cursor: log.cursor, now: books.now,
                maySeeSeats: maySeeSeats))
    }

    func liveEvents() async throws -> PageResponse {
        // A browser that reconnects sends its latest cursor. The URL contains only the cursor from when the page was
        // loaded.
        let known = (streams.lastEventID ?? fields["after"]).flatMap { LiveCursor($0) }
        return .events(
            try await streams.hub.events(
                for: streams.owner, through: liveSource, reader: LiveReader(view: liveView, after: known),
                isAdmitted: streams.isAdmitted))
    }

    private var maySeeSeats: Bool { frame.permits(.seeTags) }

    private var liveView: LiveView {
        LiveView(organization: organization, showsSeats: maySeeSeats && fields.isTicked("seats"))
    }

    private var liveSource: LiveSource {
        let (books, seats, version) = (books, seats, streams.hub.settings.version)
        let calendar = organization.calendar
        return LiveSource(
            key: { LiveSource.Key(version: try await version(), today: calendar.date(of: books.now)) },
            read: {
                let today = calendar.date(of: books.now)
                let found = try await books.read { try $0.live(on: today) }
                let places = try await seats?.places(ofTaps: found.tapIDs) ?? [:]
                return try found.snapshot(of: books.organization, seats: places)
            })
    }
}

/// The stored data from which a live view is created.
struct LiveBooks {
    var gifts: [Gift]
    var taps: [Tap]
    var funds: [Fund]
    var today: CalendarDate
    var totals: [FundTotal]
    var tapsToday: Int

    /// The ids of all taps in the live view, including those that led to gifts.
    var tapIDs: [String] { taps.map(\.id) + gifts.compactMap(\.tap) }

    /// Returns the snapshot for a live view.
    ///
    /// - Parameter seats: The name of each tap's seat or tag, keyed by tap id.
    func snapshot(of organization: Organization, seats: [String: String]) throws -> LiveSnapshot {
        let calendar = organization.calendar
        let names = funds.names
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
                gifts: totals.gifts,
                sums: try FundTotal.sum(totals, in: organization.currency), taps: tapsToday))
    }
}

extension OrganizationUnit {
    /// Returns the newest taps and gifts, and the totals of a day.
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
