import Giving
import HTMLKit
import MoneyKit
import PaymentCore
import ServerKit
import TimeKit

/// The page with the form for a bank statement. The next page shows the statement's deposits with the payouts
/// that match them.
struct BankPage: FormPage {
    let organization: Organization
    let formToken: HTML
    var entered = BankEntry()
    var complaint: String?

    let title = "Bank statement"

    var body: HTML {
        """
        <h1>\(title)</h1>
        \(.complaint(complaint))
        <p>Find out which deposits are payouts. Export the statement from your bank as a CSV file (not PDF or Excel), \
        and choose the file here. The file can be up to 1 MB and is not stored on disk.</p>
        <form method="post" action="\(organization.adminPath(.bank))" enctype="multipart/form-data">
        \(formToken)
        <label class="field">CSV file
        <input type="file" name="\(BankEntry.fileField)" accept=".csv,.txt,text/csv,text/plain"></label>
        <details\(entered.statement.isEmpty ? "" : " open")><summary>Or paste the text</summary>
        <label class="field">Text of the statement, including the header row
        <textarea name="statement" rows="10" maxlength="\(BankEntry.mostLetters)" \
        dir="auto"\(.refused(complaint != nil))>
        \(entered.statement)</textarea></label>
        </details>
        <details\(complaint != nil || entered.hasLayout ? " open" : "")><summary>If the dates or amounts are wrong</summary>
        <div class="filter">
        <label class="field">03/04/2026 means
        <select name="order">\(options([("", "detected"), ("dmy", "3 April"), ("mdy", "4 March")], entered.order))</select></label>
        <label class="field">1,234 means
        <select name="decimal">\(options([("", "detected"), ("point", "more than a thousand"), ("comma", "between 1 and 2")], entered.decimal))</select></label>
        <label class="field">Date column
        <input type="text" name="date" value="\(entered.date)" maxlength="100" placeholder="detected by name"></label>
        <label class="field">Amount column
        <input type="text" name="amount" value="\(entered.amount)" maxlength="100" placeholder="detected by name"></label>
        </div>
        </details>
        <button>Match payouts</button>
        </form>
        """
    }

    private func options(_ choices: [(value: String, words: String)], _ chosen: String) -> [HTML] {
        choices.map { HTML.option($0.value, $0.words, isChosen: $0.value == chosen) }
    }
}

/// The submitted values of the form.
struct BankEntry: Hashable {
    /// The pasted text.
    var statement = ""
    /// The chosen file. It takes precedence over the pasted text.
    var file: [UInt8]?
    var order = ""
    var decimal = ""
    var date = ""
    var amount = ""

    /// The name of the field with the file.
    static let fileField = "file"
    /// The maximum length of a pasted text that the browser accepts, in characters (UTF-16 code units).
    static let mostLetters = 40_000
    /// The maximum size of a pasted text in bytes. In UTF-8, a UTF-16 code unit takes at most three bytes.
    static let mostTypedBytes = 3 * mostLetters
    /// The maximum size of the form with its file, in bytes.
    static let mostFormBytes = 1 << 20

    init() {}

    init(_ fields: FormFields) {
        statement = fields.typed("statement") ?? ""
        file = fields.file(Self.fileField)
        order = fields["order"] ?? ""
        decimal = fields["decimal"] ?? ""
        date = fields["date"] ?? ""
        amount = fields["amount"] ?? ""
    }

    /// The statement's bytes; nil if no file was chosen and nothing was pasted.
    var bytes: [UInt8]? { file ?? (statement.isEmpty ? nil : Array(statement.utf8)) }

    /// The values for displaying the form again after the statement was refused. The content of the file
    /// becomes the pasted text, because a page cannot select a file in the browser. If the file is too long
    /// or not UTF-8, the text is empty.
    var again: BankEntry {
        var entry = self
        if let file {
            let text = String(validating: file, as: UTF8.self) ?? ""
            entry.statement = text.utf16.count <= Self.mostLetters ? text : ""
        }
        entry.file = nil
        return entry
    }

    /// Whether the member has chosen a column or a format for dates or amounts.
    var hasLayout: Bool { layout != BankLayout() }

    var layout: BankLayout {
        var layout = BankLayout()
        layout.dateOrder = BankLayout.DateOrder(rawValue: order)
        layout.decimalSign = BankLayout.DecimalSign(rawValue: decimal)
        layout.date = date.isEmpty ? nil : date
        layout.amount = amount.isEmpty ? nil : amount
        return layout
    }
}

/// The page with the result of matching a bank statement: the deposits with their payouts, and the deposits
/// and payouts without a match.
struct BankResultPage: PageContent {
    let organization: Organization
    let statement: BankStatement
    let found: DepositMatch
    /// Each fund's share of each payout, keyed by payout id. If there are many payouts, the shares of some
    /// are omitted.
    let shares: [String: [PayoutShare]]

    let title = "Bank statement"

    var body: HTML {
        let (first, last) = (statement.days.lowerBound, statement.days.upperBound)
        return """
            <h1>\(title)</h1>
            <p>\(first.time) to \(last.time). Deposits that are payouts: \(found.pairs.count) of \
            \(statement.deposits.count). \(verdict)</p>
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
            let head: [HTML] = [
                pair.deposit.day.time,
                """
                <a href="\(organization.adminPath(.payout(pair.payout.id)))">\(pair.deposit.amount.shown)</a>
                """,
            ]
            guard let shares = shares[pair.payout.id], !shares.isEmpty else {
                return [head + ["<span class=\"quiet\">see the payout page</span>", "", "", "", ""]]
            }
            return shares.enumerated().map { index, share in
                let fund = share.fundName.map(HTML.name) ?? "not from gifts"
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
            columns: [
                .line("Line", isNumber: true, isNamed: true), .title("Date"),
                .amount("Deposit"), .line("Bank's description"),
            ],
            rows: deposits.map { deposit in
                ["\(deposit.line)", deposit.day.time, "\(deposit.amount.shown)", HTML.name(deposit.text)]
            }
        ).html
    }

    private func payouts(_ payouts: [PayeePayout]) -> HTML {
        AdminTable(
            caption: "Payouts",
            columns: [
                .title("Expected"), .amount("Amount"),
                .status("Status"), .line("ID"),
            ],
            rows: payouts.map { payout in
                return [
                    payout.arrival.date.time, "\(payout.amount.shown)", payout.state.badge,
                    """
                    <a class="code" href="\(organization.adminPath(.payout(payout.id)))">\(payout.id)</a>
                    """,
                ]
            }
        ).html
    }
}
