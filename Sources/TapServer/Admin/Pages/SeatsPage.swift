import Giving
import HTMLKit
import TagRegistry
import TimeKit

/// The seats of a batch, with their tags and the number of taps.
struct SeatsPage: PageContent {
    let organization: Organization
    let list: SeatList
    /// Whether the staff member may change managed tags.
    let mayChange: Bool

    var title: String { "Seats of \(list.batch.batch.name)" }

    var body: HTML {
        """
        <h1>\(title)</h1>
        <p>Seats with a verified tag: \(list.batch.verified) of \(list.batch.seats).</p>
        \([neverSeen, table, more])
        <p class="quiet">Counts from 1 to \(Seat.leastShown - 1) are hidden for privacy: \
        they could reveal a person who always uses the same seat.</p>
        """
    }

    private var neverSeen: HTML {
        guard list.neverSeenCount > 0 else { return .empty }
        let rest = list.neverSeenCount - list.neverSeen.count
        let more = rest > 0 ? " and \(rest) more" : ""
        let tags = list.neverSeenCount == 1 ? "Its tag is programmed" : "Their tags are programmed"
        return """
            <p class="note"><strong>Never tapped:</strong> \(list.neverSeen.joined(separator: ", "))\(more). \
            \(tags), but no tap was recorded.</p>
            """
    }

    private var table: HTML {
        let rows = list.seats.map { seat -> [HTML] in
            [
                "\(seat.row.number)", name(of: seat), HTML.name(seat.row.campus ?? ""),
                "\(seat.row.fund ?? "default")",
                state(of: seat), Self.taps(of: seat), last(of: seat), Self.oddities(of: seat),
            ]
        }
        return AdminTable(
            caption: title,
            columns: ["Row", "Seat", "Site", "Fund", "Tag", .number("Taps"), "Last tap", "Problems"],
            rows: rows
        ).html
    }

    private func name(of seat: Seat) -> HTML {
        let name = HTML.name(seat.row.seat)
        guard mayChange, seat.managed != nil else { return name }
        return
            """
            <a href="\(organization.adminPath(.seat(batch: seat.row.batch, row: seat.row.number)))">\
            \(name)</a>
            """
    }

    private func state(of seat: Seat) -> HTML {
        if seat.managed?.state == .revoked { return .badge("withdrawn", .bad) }
        let lock: HTML =
            seat.tag.map { tag -> HTML in " <span class=\"quiet\">\(tag.lock.rawValue)</span>" } ?? .empty
        return switch seat.row.state {
        case .verified: HTML.badge("verified", .good) + lock
        case .writing: HTML.badge("started", .bad) + lock
        case .open: .badge("open")
        }
    }

    /// Returns a seat's number of taps as HTML. A low number is hidden, because all of the taps could come
    /// from one person.
    static func taps(of seat: Seat) -> HTML {
        switch seat.taps.count {
        case 0: "<span class=\"quiet\">\(seat.row.state == .verified ? "never tapped" : "–")</span>"
        case ..<Seat.leastShown: "<span class=\"quiet\">under \(Seat.leastShown)</span>"
        case Seat.mostTaps...: "\(Seat.mostTaps) or more"
        case let count: "\(count)"
        }
    }

    /// Returns the day of the last tap as HTML. If there were only a few taps, the day is hidden, because all
    /// of them could come from one person.
    private func last(of seat: Seat) -> HTML {
        guard seat.taps.count >= Seat.leastShown, let last = seat.lastTap else { return "–" }
        return organization.calendar.date(of: last).time
    }

    static func oddities(of seat: Seat) -> HTML {
        var found: [HTML] = []
        if seat.oddCounters > 0 {
            let taps = seat.oddCounters == 1 ? "1 tap" : "\(seat.oddCounters) taps"
            found.append(.badge("\(taps) with an old counter", .bad))
        }
        if seat.tag?.isDoubled == true { found.append(.badge("UID may be on two chips", .bad)) }
        if let failure = seat.row.failure { found.append("<span class=\"quiet\">\(failure.words)</span>") }
        return .lines(found)
    }

    private var more: HTML {
        guard list.hasMore, let last = list.seats.last else { return .empty }
        return
            """
            <p><a href="\(organization.adminPath(.batch(list.batch.batch.name)))?after=\
            \(last.row.number)" rel="next">More seats</a></p>
            """
    }
}

/// The page that lists the batches in which an organization has seats.
struct BatchesPage: PageContent {
    let organization: Organization
    let batches: [SeatBatch]

    let title = "Tags"

    var body: HTML {
        guard !batches.isEmpty else {
            return
                "<h1>Tags</h1>\n<p class=\"note\">This organization has no seats yet. The administrator of this server can plan seats with <code>tapctl batch new</code>.</p>"
        }
        let rows = batches.map { found -> [HTML] in
            [
                """
                <a href="\(organization.adminPath(.batch(found.batch.name)))">\(.name(found.batch.name))</a>
                """,
                "\(found.verified) of \(found.seats)",
                "\(found.batch.protection.rawValue)",
                organization.calendar.date(of: found.batch.created).time,
            ]
        }
        return
            "<h1>Tags</h1>\n\(AdminTable(caption: title, columns: ["Batch", .number("Seats with a tag"), "Protection", "Planned"], rows: rows).html)"
    }
}
