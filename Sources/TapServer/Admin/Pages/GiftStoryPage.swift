import Giving
import HTMLKit
import MoneyKit
import PDFDrawing
import PaymentCore
import TextKit
import TimeKit

/// The page with the full history of a gift: the tap, the quote, the charge, the events and the ledger
/// entries.
struct GiftStoryPage: PageContent {
    let story: GiftStory
    /// The payout that contains the gift; nil if the gift has not been paid out yet, or if its payout is
    /// unknown.
    var payout: PayeePayout?
    var mayRefund = false
    /// Whether the page is the response to a submitted refund.
    var isAnswer = false
    /// The form that e-mails the receipt again; nil if the member lacks the permission.
    var resend: ResendForm?
    /// The confirmation or the error after an attempt to e-mail the receipt again; empty if there was no
    /// attempt.
    var resent = HTML.empty

    private var details: GiftDetails { story.details }
    private var gift: Gift { story.details.gift }
    private var organization: Organization { story.details.organization }
    private var calendar: LocalCalendar { organization.calendar }

    var title: String { "Gift of \(gift.amount.shown)" }

    var body: HTML {
        """
        <h1>Gift of \(gift.amount.shown) \(gift.status.badge)</h1>
        <p class="quiet">\([organization.link(toDonor: gift.donor, gift.giver)]) · \([HTML.name(gift.fundName)]) · \([calendar.moment(gift.created)])</p>
        \([answer, resent])
        <div class="two">
        <section><h2>Money</h2>\([money, refund, resend?.button(gift) ?? .empty])</section>
        <section><h2>Timeline</h2>\(events)</section>
        </div>
        <section><h2>Donor and documents</h2>\(facts.html)</section>
        <details class="technical"><summary>Technical details</summary>
        <div class="two">
        <section><h2>Tap</h2>\(tap)</section>
        <section><h2>Quote and charge</h2>\(charge)</section>
        </div>
        <h2>Ledger</h2>
        \(ledger)
        </details>
        """
    }

    private var answer: HTML {
        guard isAnswer, let last = details.refunds.last else { return .empty }
        let words =
            switch last.state {
            case .succeeded: "\(shown(last.amountMinor)) was refunded."
            case .pending:
                "The refund of \(shown(last.amountMinor)) is pending. Reload this page to see whether it has succeeded."
            case .failed: "The processor refused the refund (\(last.failure ?? "no reason given"))."
            case .needsReview: "The outcome of the refund is unknown. The refund needs review."
            }
        return "<p class=\"note\" role=\"status\">\(words)</p>"
    }

    private func shown(_ minor: Int64) -> String { Money(minor, gift.amount.currency).shown }

    // MARK: Money and donor

    /// The table with the gift's amount, the fees, refunds and disputes, and the resulting net amount. If
    /// nothing was paid, the table has no net amount.
    private var money: HTML {
        var rows: [HTML] = [HTML.row("Amount", "\(gift.amount.shown)")]
        if gift.coveredFeeMinor > 0 {
            rows.append(.row("Fee covered", "\(shown(gift.coveredFeeMinor))"))
            rows.append(.row("Charged", "\(gift.total.shown)"))
        }
        if story.net != nil { rows.append(.row("Fee", "\(shown(-gift.feeMinor))")) }
        if gift.refundedMinor > 0 { rows.append(.row("Refunded", "\(shown(-gift.refundedMinor))")) }
        if let net = story.net {
            let rest = net.minorUnits - (gift.total.minorUnits - gift.feeMinor - gift.refundedMinor)
            if rest != 0 { rows.append(.row("Disputes and fee changes", "\(shown(rest))")) }
            rows.append(sum("Net", net.shown))
        }
        return "<table>\n\(rows)\n</table>"
    }

    private func sum(_ label: HTML, _ amount: String) -> HTML {
        "<tr class=\"total\"><th scope=\"row\">\(label)</th><td>\(amount)</td></tr>"
    }

    private var facts: AdminFacts {
        var facts = AdminFacts()
        facts.add("E-mail", gift.giver.map { "\($0.email)" })
        facts.add("Phone", gift.giver?.phone.map { "\($0)" })
        facts.add("Failure reason", gift.failureCode.map { "<span class=\"code\">\($0)</span>" })
        facts.add("Payout", payout.map(link))
        facts.add("Monthly gift", gift.recurring.map(monthly))
        facts.add("Receipt", gift.receiptNumber.map(receipt))
        return facts
    }

    private func receipt(_ number: String) -> HTML {
        let code: HTML = "<span class=\"code\">\(.receiptNumber(number))</span>"
        guard PDFLibrary.isInstalled else { return code }
        return
            "\(code)<br><a href=\"\(organization.adminPath(.receiptPDF(gift.id)))\" download>Download PDF</a>"
    }

    private func link(_ payout: PayeePayout) -> HTML {
        "<a class=\"code\" href=\"\(organization.adminPath(.payout(payout.id)))\">\(payout.id)</a>"
    }

    private func monthly(_ id: String) -> HTML {
        "<a class=\"code\" href=\"\(organization.adminPath(.gifts))?recurring=\(id)\">\(id)</a>"
    }

    private var refund: HTML {
        if let sentence = story.disputeSentence { return "<p class=\"note\">\(sentence)</p>" }
        guard mayRefund, let payment = details.payment, payment.state == .succeeded, !payment.isLost,
            payment.refundableMinor > 0
        else { return .empty }
        return
            """
            <p><a class="button second" href="\(organization.adminPath(.refund(gift.id)))">Refund</a></p>
            """
    }

    // MARK: Events

    private var events: HTML {
        let items = GiftEvent.all(of: story).map { event -> HTML in
            let receipt: HTML = event.receipt.map { "receipt \(.receiptNumber($0)) " } ?? .empty
            return "<li>\(calendar.moment(event.time)): \(receipt)\(event.words)</li>"
        }
        return "<ol>\(items)</ol>"
    }

    // MARK: Tap, quote, charge

    private var tap: HTML {
        guard let tap = story.tap else { return "<p class=\"quiet\">No tap is on record for this gift.</p>" }
        var facts = AdminFacts()
        facts.add("When", calendar.moment(tap.created))
        facts.add("Source", "\(tap.source.rawValue)")
        facts.code("URL", tap.url)
        facts.code("Tag", tap.uid)
        if let counter = tap.counter {
            facts.add(
                "Counter",
                "\(counter)\(tap.isFresh ? "" : ", not higher than before: treated as a copy of an earlier tap")"
            )
        }
        facts.add("Evidence", "\(tap.evidence ?? "none")")
        return facts.html
    }

    private var charge: HTML {
        guard let payment = details.payment else {
            return "<p class=\"quiet\">Nothing was charged for this gift. Its ID is \(gift.id).</p>"
        }
        var facts = AdminFacts()
        facts.code("Gift", gift.id)
        for line in payment.quote.lines {
            facts.add(line.role == .base ? "Gift" : "Fee covered", "\(line.amount.shown)")
        }
        facts.add("Total", "\(payment.quote.total.shown)")
        let isRefunded = gift.refundedMinor > 0
        facts.add(
            isRefunded ? "Organization receives, before refunds" : "Organization receives",
            "\(payment.quote.payeeNet.shown)")
        facts.add("Counts toward the fund", isRefunded ? "\(shown(gift.countedMinor))" : nil)
        facts.add("Status", "\(payment.state.word)")
        facts.add("Attempts", "\(payment.attempts)")
        facts.add(
            "Processor's fee",
            "\(shown(payment.processorFeeMinor))\(payment.isFeeConfirmed ? "" : ", estimated")")
        for (label, number) in [
            ("Payment", payment.id), ("Intent", payment.intent), ("Charge", payment.charge),
            ("Transfer", payment.transfer), ("Invoice", payment.invoice),
        ] {
            facts.code(label, number)
        }
        return facts.html
    }

    // MARK: Ledger

    private var ledger: HTML {
        guard !story.postings.isEmpty else { return "<p class=\"quiet\">No ledger entries yet.</p>" }
        let rows = story.postings.flatMap { booked in
            booked.posting.entries.enumerated().map { index, entry -> [HTML] in
                let isFirst = index == 0
                return [
                    isFirst ? "\(Int(booked.number))" : "", isFirst ? calendar.moment(booked.time) : "",
                    isFirst ? "\(booked.posting.kind.rawValue.replacing("_", with: " "))" : "",
                    "<span class=\"code\">\(entry.account.rawValue)</span>", "\(entry.amount.shown)",
                ]
            }
        }
        return """
            <p class="quiet">Debits, such as money that the processor holds, are positive. \
            Credits, such as money owed to the organization, are negative.</p>
            \(AdminTable(caption: "Ledger", columns: ["Number", "When", "What", "Account", .number("Amount")], rows: rows).html)
            """
    }
}

extension GiftStory {
    /// The reason that a disputed gift cannot be refunded, with the deadline and the next step; nil if no
    /// dispute is open.
    var disputeSentence: String? {
        guard let payment = details.payment, payment.isDisputed else { return nil }
        let due = disputes.filter { $0.state == .open }.compactMap(\.dueBy).min()
        let deadline = due.map { " by \(details.organization.calendar.text($0))" } ?? ""
        return "This gift is disputed, and cannot be refunded until the bank has decided. "
            + "Respond to the dispute in the payment processor's dashboard\(deadline)."
    }
}

/// An event in the history of a gift.
struct GiftEvent: Hashable {
    var time: Timestamp
    /// The number of the receipt that the event is about, or nil.
    var receipt: String?
    var words: String

    /// Returns the events of a gift, oldest first.
    static func all(of story: GiftStory) -> [GiftEvent] {
        let (gift, currency) = (story.details.gift, story.details.gift.amount.currency)
        func shown(_ minor: Int64) -> String { Money(minor, currency).shown }
        var events: [GiftEvent] = []
        if let tap = story.tap {
            events.append(GiftEvent(time: tap.created, words: "the tag or link was opened"))
        }
        events.append(GiftEvent(time: gift.created, words: "the gift was created"))
        if let paid = gift.paidAt {
            events.append(GiftEvent(time: paid, words: "\(gift.total.shown) was paid"))
        }
        for refund in story.details.refunds {
            let why =
                refund.reason.map { reason in
                    let words = RefundPage.words(for: reason) ?? reason.replacing("_", with: " ")
                    return " (\(words.prefix(1).lowercased() + words.dropFirst()))"
                } ?? ""
            let words = "refund of \(shown(refund.amountMinor)): \(refund.state.word)\(why)"
            events.append(GiftEvent(time: refund.created, words: words))
        }
        for dispute in story.disputes {
            let words = "\(shown(dispute.amountMinor)) was disputed"
            let state = "\(dispute.reason.replacing("_", with: " ")), \(dispute.state.word)"
            events.append(GiftEvent(time: dispute.created, words: "\(words): \(state)"))
        }
        for receipt in story.receipts {
            let number = receipt.number.text
            events.append(GiftEvent(time: receipt.issued, receipt: number, words: "was issued"))
            if let voided = receipt.voided {
                events.append(GiftEvent(time: voided, receipt: number, words: "became void"))
            }
        }
        // Events with the same time keep the order in which they were added above.
        return events.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(
            \.element)
    }
}
