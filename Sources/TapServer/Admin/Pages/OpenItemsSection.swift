import Giving
import HTMLKit
import MoneyKit
import PaymentCore
import TextKit
import TimeKit

/// An open dispute with its gift.
struct OpenDispute: Hashable {
    let dispute: PaymentDispute
    let gift: Gift

    /// The key for sorting disputes. Disputes with the earliest deadline come first, and disputes without a
    /// deadline come last.
    var order: (Timestamp, String) { (dispute.dueBy ?? .latest, dispute.id) }
}

/// The overview's section about items that need action: gifts that need review, open disputes, and payouts
/// that have not arrived or have failed.
struct OpenItemsSection: Hashable {
    let organization: Organization
    /// The open disputes, earliest deadline first.
    let disputes: [OpenDispute]
    /// The payouts that have not arrived or have failed, newest first.
    let payouts: [PayeePayout]
    /// The number of gifts by status.
    let counts: [Gift.Status: Int]
    let now: Timestamp

    /// The maximum number of disputes, and of payouts, that are read from the database.
    static let mostRead = 1_000
    /// The maximum number of rows in each list.
    private static let mostShown = 10

    /// Returns the section as HTML.
    ///
    /// - Parameter account: A note about the organization's account; empty if the account needs no action.
    func html(account: HTML) -> HTML {
        """
        <h2>Needs action</h2>
        \([account, review, disputeList, payoutList, nothing])
        <p><a href="\(organization.adminPath(.bank))">Match a bank statement</a> to find payouts that have not \
        reached the bank account.</p>
        """
    }

    private var review: HTML {
        let count = counts[.needsReview] ?? 0
        guard count > 0 else { return .empty }
        let words = "\(GiftCount.words(count)) \(count == 1 ? "needs" : "need") review"
        return "<p><a href=\"\(address(of: .needsReview))\">\(words)</a></p>"
    }

    /// A paragraph that replaces empty lists, such as “No disputes are open.” It is empty if both lists have
    /// items.
    private var nothing: HTML {
        let sentences = [
            disputes.isEmpty ? "No disputes are open." : nil,
            payouts.isEmpty ? "All payouts have arrived, and none has failed in the last 30 days." : nil,
        ].compactMap(\.self)
        return sentences.isEmpty ? .empty : "<p>\(sentences.joined(separator: " "))</p>"
    }

    /// Returns the path of the list of gifts with a status.
    private func address(of status: Gift.Status) -> String {
        organization.adminPath(.gifts) + "?status=\(status.rawValue)"
    }

    private var disputeList: HTML {
        let count = counts[.disputed] ?? 0
        let all: HTML =
            count > 0
            ? "<p><a href=\"\(address(of: .disputed))\">All disputed gifts (\(count))</a></p>" : .empty
        guard !disputes.isEmpty else { return all }
        let rows = disputes.prefix(Self.mostShown).map { item -> [HTML] in
            let (dispute, gift) = (item.dispute, item.gift)
            return [
                """
                <a href="\(organization.adminPath(.gift(gift.id)))">\(gift.calendar.moment(gift.created))</a>
                """,
                "\(Money(dispute.amountMinor, gift.amount.currency).shown)", deadline(of: dispute),
                "\(dispute.reason.replacing("_", with: " "))", .badge(dispute.state.word, .bad),
            ]
        }
        let columns: [AdminTable.Column] = [
            .title("Gift of", isNamed: true), .amount("Disputed"),
            .line("Respond by", isNamed: true), .line("Reason", isNamed: true),
            .status("Status"),
        ]
        let table = AdminTable(caption: "Open disputes", columns: columns, rows: Array(rows)).html
        return "<h3>Open disputes</h3>\n\([table, all])"
    }

    private func deadline(of dispute: PaymentDispute) -> HTML {
        guard let due = dispute.dueBy else { return "–" }
        let moment = organization.calendar.moment(due)
        return due < now ? marked(moment, "overdue") : moment
    }

    /// Returns a day or time, followed by a badge, as part of a table cell.
    private func marked(_ time: HTML, _ word: String) -> HTML {
        "<span>\(time) \(.badge(word, .bad))</span>"
    }

    private var payoutList: HTML {
        guard !payouts.isEmpty else { return .empty }
        let today = organization.calendar.date(of: now)
        let rows = payouts.prefix(Self.mostShown).map { payout -> [HTML] in
            let arrival = payout.arrivalDay
            let isLate = payout.state != .failed && arrival < today
            return [
                """
                <a href="\(organization.adminPath(.payout(payout.id)))">\
                \(organization.calendar.date(of: payout.created).time)</a>
                """,
                isLate ? marked(arrival.time, "late") : arrival.time,
                "\(payout.amount.shown)", payout.state.badge,
            ]
        }
        let columns: [AdminTable.Column] = [
            .title("Created"), .line("Arrival", isNamed: true),
            .amount("Amount"), .status("Status"),
        ]
        let table = AdminTable(caption: "Open payouts", columns: columns, rows: Array(rows)).html
        let all: HTML =
            payouts.count > Self.mostShown
            ? "<p><a href=\"\(organization.adminPath(.payouts))\">All payouts</a></p>" : .empty
        return "<h3>Open payouts</h3>\n\([table, all])"
    }
}
