import Giving
import HTMLKit
import MoneyKit
import TextKit
import TimeKit

/// The page that lists the monthly gifts of an organization.
struct AdminMonthlyPage: PageContent {
    let organization: Organization
    let gifts: [RecurringGift]
    let hasMore: Bool
    let funds: [Fund]

    var title: String { "Monthly gifts" }

    var body: HTML {
        "<h1>Monthly gifts</h1>\n\([list, more])"
    }

    private var list: HTML {
        guard !gifts.isEmpty else { return "<p class=\"note\">There are no monthly gifts yet.</p>" }
        let names = Dictionary(funds.map { ($0.id, $0.name) }, uniquingKeysWith: { $1 })
        let rows = gifts.map { gift -> [HTML] in
            let address = organization.adminPath(.gifts) + "?recurring=\(gift.id)"
            let next: HTML = gift.nextCharge.map { organization.calendar.date(of: $0).time } ?? "–"
            return [
                organization.link(toDonor: gift.donor, gift.giver), HTML.name(names[gift.fund] ?? gift.fund),
                "\(gift.amount.shown)",
                gift.status.badge, next,
                "<a href=\"\(address)\">\(gift.paidPeriods)</a>",
            ]
        }
        return AdminTable(
            caption: title,
            columns: [
                .text("From").part(.title), .text("For").part(.line), .number("Monthly gift").part(.amount),
                .text("Status").part(.status), .text("Next charge").part(.line, isNamed: true),
                .number("Paid").part(.line, isNamed: true),
            ],
            rows: rows
        ).html
    }

    private var more: HTML {
        guard hasMore, let last = gifts.last else { return .empty }
        return
            "<p><a href=\"\(organization.adminPath(.monthly))?after=\(last.id)\" rel=\"next\">Older</a></p>"
    }
}

extension RecurringGift.Status {
    var badge: HTML {
        switch self {
        case .active: .badge(word, .good)
        case .pastDue, .needsReview: .badge(word, .bad)
        case .processing, .paused, .canceled: .badge(word)
        }
    }
}
