import Giving
import HTMLKit
import MoneyKit
import TimeKit

/// A renderer of HTML for a live view. Both the page and the stream use it.
struct LiveView {
    let organization: Organization
    /// Whether the table has a column for the seat or tag.
    let showsSeats: Bool

    /// Returns the HTML of the whole view. A stream sends the whole view if the client has no cursor, or if
    /// the stream cannot continue after the client's cursor.
    func content(_ snapshot: LiveSnapshot) -> HTML {
        """
        \(cards(snapshot.today))
        <div class="scroll" role="region" aria-label="Taps and gifts" tabindex="0">
        <table class="list live\(showsSeats ? " seated" : "")">
        <thead><tr><th scope="col" class="when">When</th><th scope="col">What</th>\
        <th scope="col" class="n">Amount</th><th scope="col" class="end">Status</th>\
        \("<th scope=\"col\">Seat or tag</th>", if: showsSeats)</tr></thead>
        <tbody>
        \(snapshot.rows.map(row))
        </tbody>
        </table>
        </div>
        <p class="note" id="live-empty"\(" hidden", if: !snapshot.rows.isEmpty)>No taps or gifts yet.</p>
        """
    }

    /// Returns the HTML of today's totals.
    func cards(_ today: LiveToday) -> HTML {
        """
        <ul class="cards" id="live-today">
        <li><strong>\(today.sums.shown)</strong> <span class="quiet">given today, after refunds (\(today.gifts) gift\(today.gifts == 1 ? "" : "s"))</span></li>
        <li><strong>\(today.taps)</strong> <span class="quiet">tap\(today.taps == 1 ? "" : "s") today</span></li>
        </ul>
        """
    }

    /// Returns the HTML of a table row. A script orders the rows by comparing their `data-order` attributes
    /// as text.
    func row(_ row: LiveRow) -> HTML {
        """
        <tr id="\(row.id)" data-order="\(row.order)"><td>\(time(row))</td>\
        <td>\(what(row.kind)) \(fund(row))</td><td class="n">\(amount(row.kind))</td>\
        <td>\(status(row.kind))</td>\("<td>\(.name(row.seat ?? ""))</td>", if: showsSeats)</tr>
        """
    }

    private func time(_ row: LiveRow) -> HTML {
        let day = row.day.map { "\($0.short), " } ?? ""
        return "<time datetime=\"\(row.time.iso8601)\">\(day)\(organization.calendar.clock(row.time))</time>"
    }

    private func what(_ kind: LiveRow.Kind) -> HTML {
        switch kind {
        case .tap: "Tap"
        case .gift(_, let isMonthly, _): isMonthly ? "Monthly gift" : "Gift"
        }
    }

    private func fund(_ row: LiveRow) -> HTML {
        row.fund.map { "<span class=\"quiet\">\(.name($0))</span>" } ?? .empty
    }

    private func amount(_ kind: LiveRow.Kind) -> HTML {
        guard case .gift(let amount, _, _) = kind else { return .empty }
        return "\(amount.shown)"
    }

    private func status(_ kind: LiveRow.Kind) -> HTML {
        guard case .gift(_, _, let status) = kind else { return .empty }
        return status.badge
    }
}

extension LocalCalendar {
    /// Returns the local time with seconds, such as `20:50:07`.
    func clock(_ time: Timestamp) -> String {
        let second = secondOfDay(of: time)
        return [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
            .joined(separator: ":")
    }
}
