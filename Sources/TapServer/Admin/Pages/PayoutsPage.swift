import Giving
import HTMLKit
import MoneyKit
import PaymentCore
import TextKit
import TimeKit

/// The page that lists the payouts of an organization. Each payout appears as one line on a bank statement.
struct PayoutsPage: PageContent {
    let organization: Organization
    let payouts: [PayeePayout]
    let hasMore: Bool
    /// The balance of the organization's account in the ledger, in minor units.
    let balanceMinor: Int64
    /// The amount that the organization owes, in minor units.
    let owedMinor: Int64
    /// The field with the CSRF token for the form that pays out the balance; nil if the member lacks the
    /// permission.
    var formToken: HTML?
    /// The message about a submitted form; empty if none was submitted.
    var answer = HTML.empty

    let title = "Payouts"

    var body: HTML {
        let debt: HTML =
            owedMinor > 0
            ? """
             The organization owes the platform \(Money(owedMinor, organization.currency).shown). \
            This amount is deducted from its next gifts.
            """
            : ""
        let balance: HTML =
            balanceMinor > 0
            ? "Balance: \(Money(balanceMinor, organization.currency).shown)."
            : "Balance: \(Money(0, organization.currency).shown)."
        return """
            <h1>Payouts</h1>
            \([answer])
            <p>\(balance)\(debt)</p>
            <p><a href="\(organization.adminPath(.bank))">Match a bank statement</a></p>
            \([run, list, more])
            <h2>Accounting</h2>
            <form class="filter" method="get" action="\(organization.adminPath(.journal))">
            <label class="field">From
            <input type="date" name="since"></label>
            <label class="field">To
            <input type="date" name="until"></label>
            <button>Download journal as CSV</button>
            </form>
            <p class="quiet">The double-entry journal lists gifts, refunds, fees and payouts by fund. \
            Leave both dates empty to include everything.</p>
            """
    }

    private var run: HTML {
        guard let formToken, balanceMinor > 0 else { return .empty }
        return """
            <form class="narrow" method="post" action="\(organization.adminPath(.payOut))">\(formToken)\
            <button class="second">Pay out the available balance</button></form>
            <p class="quiet">Transfers the available part of the balance to the bank account. \
            Gifts become available a few days after they are paid.</p>
            """
    }

    private var list: HTML {
        guard !payouts.isEmpty else { return "<p class=\"note\">No payouts yet.</p>" }
        let rows = payouts.map { payout -> [HTML] in
            [
                """
                <a href="\(organization.adminPath(.payout(payout.id)))">\
                \(organization.calendar.date(of: payout.created).time)</a>
                """,
                payout.arrivalDay.time, "\(payout.amount.shown)",
                payout.state.badge,
                "<span class=\"code\">\(payout.id)</span>",
            ]
        }
        let columns: [AdminTable.Column] = [
            .title("Created"), .line("Arrival", isNamed: true),
            .amount("Amount"), .status("Status"), .line("ID"),
        ]
        return AdminTable(caption: title, columns: columns, rows: rows).html
    }

    private var more: HTML {
        guard hasMore, let last = payouts.last else { return .empty }
        return
            "<p><a href=\"\(organization.adminPath(.payouts))?after=\(last.id)\" rel=\"next\">Older</a></p>"
    }
}

extension PayeePayout {
    /// The day on which the payout arrives. The processor reports the day as midnight UTC, so the day is the
    /// same in every time zone.
    var arrivalDay: CalendarDate { arrival.date }
}

extension PayeePayout.State {
    var badge: HTML {
        switch self {
        case .paid: .badge(word, .good)
        case .failed, .canceled: .badge(word, .bad)
        case .pending, .inTransit: .badge(word)
        }
    }
}

/// The page of one payout with its lines, for comparison with a bank statement.
struct PayoutPage: PageContent {
    let organization: Organization
    let match: PayoutMatch
    /// The gifts that the payout's lines refer to, keyed by payment id.
    let gifts: [String: Gift]

    var title: String { "Payout of \(match.payout.amount.shown)" }

    private var currency: Currency { match.payout.amount.currency }
    private func shown(_ minor: Int64) -> String { Money(minor, currency).shown }

    var body: HTML {
        """
        <h1>\(title) \(match.payout.state.badge)</h1>
        <p>Arrival at the bank: \(match.payout.arrivalDay.time). \(verdict)</p>
        \(lines)
        <p class="quiet">ID <span class="code">\(match.payout.id)</span></p>
        """
    }

    private var verdict: HTML {
        let difference = match.differenceMinor
        let count = match.lines.count
        guard difference != 0 else {
            return count == 1
                ? "This payout has one line, and its net amount matches the payout."
                : "The net amounts of the \(count) lines add up to the payout."
        }
        return "<strong>The sum of the lines differs from the payout by \(shown(difference)).</strong>"
    }

    private var lines: HTML {
        let rows = match.lines.map { line -> [HTML] in
            [
                organization.calendar.moment(line.created), what(line),
                listed(line) { organization.link(toDonor: $0.donor, $0.giver) },
                listed(line) { HTML.name($0.fundName) }, "\(shown(line.amountMinor))",
                "\(shown(line.feeMinor))", "\(shown(line.netMinor))",
            ]
        }
        let sums: [HTML] = [
            "", "<strong>Total</strong>", "", "", "\(shown(match.lines.reduce(0) { $0 + $1.amountMinor }))",
            "\(shown(match.lines.reduce(0) { $0 + $1.feeMinor }))",
            "<strong>\(shown(match.lines.reduce(0) { $0 + $1.netMinor }))</strong>",
        ]
        let columns: [AdminTable.Column] = [
            "When", "What", "From", "For", .number("Amount"), .number("Fee"), .number("Net"),
        ]
        return AdminTable(caption: "Lines of this payout", columns: columns, rows: rows + [sums]).html
    }

    /// Returns the results of `text` for the gifts of a line, separated by line breaks. Empty for a line
    /// without gifts.
    private func listed(_ line: PayoutMatch.Line, _ text: (Gift) -> HTML) -> HTML {
        line.parts.compactMap { part in part.payment.flatMap { gifts[$0] }.map(text) }
            .joined(separator: "<br>")
    }

    private func what(_ line: PayoutMatch.Line) -> HTML {
        guard !line.parts.isEmpty else { return "\(line.kind.replacing("_", with: " "))" }
        let parts = line.parts.map { part -> HTML in
            let words = part.kind == .payment ? "gift" : part.kind.rawValue.replacing("_", with: " ")
            guard let gift = part.payment.flatMap({ gifts[$0] }) else { return "\(words)" }
            return
                """
                <a href="\(organization.adminPath(.gift(gift.id)))">\(words)</a>\
                \(" \(shown(part.amountMinor))", if: line.parts.count > 1)
                """
        }
        return .lines(parts)
    }
}
