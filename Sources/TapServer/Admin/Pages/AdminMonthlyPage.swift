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

    let title = "Monthly gifts"

    var body: HTML {
        "<h1>Monthly gifts</h1>\n\([list, more])"
    }

    private var list: HTML {
        guard !gifts.isEmpty else { return "<p class=\"note\">There are no monthly gifts yet.</p>" }
        return organization.table(of: gifts, for: funds, showsDonor: true)
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

extension Organization {
    /// Returns a table of monthly gifts.
    func table(of gifts: [RecurringGift], for funds: [Fund], showsDonor: Bool) -> HTML {
        let names = funds.names
        let rows = gifts.map { gift -> [HTML] in
            let address = adminPath(.gifts) + "?recurring=\(gift.id)"
            return (showsDonor ? [link(toDonor: gift.donor, gift.giver)] : []) + [
                HTML.name(names[gift.fund] ?? gift.fund), "\(gift.amount.shown)", gift.status.badge,
                gift.nextCharge.map { calendar.date(of: $0).time } ?? "–",
                "<a href=\"\(address)\">\(gift.paidPeriods)</a>",
            ]
        }
        let columns: [AdminTable.Column] =
            (showsDonor ? [.title("From"), .line("For")] : [.title("For")]) + [
                .amount("Monthly gift"), .status("Status"), .line("Next charge", isNamed: true),
                .line("Paid", isNumber: true, isNamed: true),
            ]
        return AdminTable(caption: "Monthly gifts", columns: columns, rows: rows).html
    }
}
