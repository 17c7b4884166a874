import Giving
import HTMLKit
import MoneyKit
import PaymentCore
import TimeKit

/// The form for pasting a bank statement, whose deposits are then matched with the payouts.
struct BankPage: FormPage {
    let organization: Organization
    let formToken: HTML
    var entered = BankEntry()
    var complaint: String?

    var title: String { "Bank statement" }

    var body: HTML {
        """
        <h1>\(title)</h1>
        \(HTML.complaint(complaint))
        <p>Find out which deposits are payouts. Export the statement from your bank as CSV, open the file in a text editor, \
        and paste it here with its header row, about 250 lines at a time. It is not stored.</p>
        <form method="post" action="\(organization.adminPath(.bank))">
        \(formToken)
        <label class="field">Statement
        <textarea name="statement" rows="10" maxlength="\(BankEntry.mostLetters)" required \
        dir="auto"\(HTML.refused(complaint != nil))>
        \(entered.statement)</textarea></label>
        <div class="filter">
        <label class="field">03/04/2026 means
        <select name="order">\(options([("", "detected from the file"), ("dmy", "3 April"), ("mdy", "March 4")], entered.order))</select></label>
        <label class="field">1,234 means
        <select name="decimal">\(options([("", "detected from the file"), ("point", "more than a thousand"), ("comma", "between 1 and 2")], entered.decimal))</select></label>
        <label class="field">Date column
        <input type="text" name="date" value="\(entered.date)" maxlength="100" placeholder="detected by name"></label>
        <label class="field">Amount column
        <input type="text" name="amount" value="\(entered.amount)" maxlength="100" placeholder="detected by name"></label>
        </div>
        <button>Match payouts</button>
        </form>
        """
    }

    private func options(_ choices: [(value: String, words: String)], _ chosen: String) -> [HTML] {
        choices.map { HTML.option($0.value, $0.words, isChosen: $0.value == chosen) }
    }
}

/// The submitted values of the form.
struct BankEntry: Hashable, Sendable {
    var statement = ""
    var order = ""
    var decimal = ""
    var date = ""
    var amount = ""

    /// The maximum number of characters that the browser accepts. In a submitted form, a punctuation character
    /// takes three bytes, so a longer statement could exceed the field's limit of 32 KiB.
    static let mostLetters = 20_000

    var layout: BankLayout {
        var layout = BankLayout()
        layout.dateOrder = BankLayout.DateOrder(rawValue: order)
        layout.decimalSign = BankLayout.DecimalSign(rawValue: decimal)
        layout.date = date.isEmpty ? nil : date
        layout.amount = amount.isEmpty ? nil : amount
        return layout
    }
}

/// The result of matching a bank statement: the deposits with their payouts, and the deposits and payouts without a
/// match.
struct BankResultPage: PageContent {
    let organization: Organization
    let statement: BankStatement
    let found: DepositMatch
    /// Each fund's share of each payout, by payout id. If there are many payouts, the shares of some are
    /// omitted.
    let shares: [String: [PayoutShare]]

    var title: String { "Bank statement" }

    var body: HTML {
        let (first, last) = (statement.days.lowerBound, statement.days.upperBound)
        return """
            <h1>\(title)</h1>
            <p>\(first.time) to \(last.time): \(found.pairs.count) of \(statement.deposits.count) deposits are payouts. \
            \(verdict)</p>
            \([matched, ties, missing, strangers, open])
            <p><a href="\(organization.adminPath(.bank))">Match another statement</a></p>
            """
    }

    private var verdict: HTML {
        guard found.missing.isEmpty, found.ties.isEmpty else {
            return "<strong>Some payouts are missing or could not be matched.</strong>"
        }
        return "No payouts are missing."
    }

    private var matched: HTML {
        guard !found.pairs.isEmpty else { return .empty }
        let rows = found.pairs.flatMap { pair -> [[HTML]] in
            let currency = pair.payout.amount.currency
            func shown(_ minor: Int64) -> HTML { "\(Money(minor, currency).shown)" }
            let link = organization.adminPath(.payout(pair.payout.id))
            let head: [HTML] = [
                pair.deposit.day.time, "<a href=\"\(link)\">\(pair.deposit.amount.shown)</a>",
            ]
            guard let shares = shares[pair.payout.id], !shares.isEmpty else {
                return [head + ["<span class=\"quiet\">open the payout</span>", "", "", "", ""]]
            }
            return shares.enumerated().map { index, share in
                let fund = share.fundName.map { HTML.name($0) } ?? "not from gifts"
                return (index == 0 ? head : ["", ""]) + [
                    fund, shown(share.givenMinor), shown(share.returnedMinor),
                    shown(share.feesMinor + share.otherMinor), shown(share.netMinor),
                ]
            }
        }
        return section(
            "Deposits that are payouts",
            AdminTable(
                caption: "Payouts",
                columns: [
                    "Date", .number("Deposit"), "Fund", .number("Gifts and covered fees"),
                    .number("Refunded"), .number("Fees"), .number("Net"),
                ], rows: rows
            ).html)
    }

    private var ties: HTML {
        .lines(
            found.ties.map { tie in
                section(
                    "These deposits and payouts match in more than one way",
                    .lines([deposits(tie.deposits), payouts(tie.payouts)]))
            })
    }

    private var missing: HTML {
        found.missing.isEmpty
            ? .empty : section("Payouts that should have arrived but did not", payouts(found.missing))
    }

    private var strangers: HTML {
        found.strangers.isEmpty ? .empty : section("Deposits that are not payouts", deposits(found.strangers))
    }

    private var open: HTML {
        found.open.isEmpty
            ? .empty
            : section("Payouts that may have arrived before or after this period", payouts(found.open))
    }

    private func section(_ title: String, _ content: HTML) -> HTML { "<h2>\(title)</h2>\n\(content)" }

    private func deposits(_ deposits: [Deposit]) -> HTML {
        AdminTable(
            caption: "Deposits",
            columns: [.number("Line"), "Date", .number("Deposit"), "Bank's description"],
            rows: deposits.map { deposit in
                ["\(deposit.line)", deposit.day.time, "\(deposit.amount.shown)", HTML.name(deposit.text)]
            }
        ).html
    }

    private func payouts(_ payouts: [PayeePayout]) -> HTML {
        AdminTable(
            caption: "Payouts",
            columns: ["Expected", .number("Amount"), "State", "ID"],
            rows: payouts.map { payout in
                let link = organization.adminPath(.payout(payout.id))
                return [
                    payout.arrival.date.time, "\(payout.amount.shown)", payout.state.badge,
                    "<a class=\"code\" href=\"\(link)\">\(payout.id)</a>",
                ]
            }
        ).html
    }
}
