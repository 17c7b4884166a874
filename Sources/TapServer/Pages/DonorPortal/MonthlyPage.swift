import Giving
import HTMLKit
import MoneyKit
import TimeKit
import TokenKit

/// The page of a donor's monthly gift. It shows the next charge with its date. If the gift can still be
/// changed, each setting has a row that opens a form.
struct MonthlyPage: FormPage {
    let details: MonthlyGiftDetails
    let csrfToken: CSRFToken
    /// The idempotency key of the page's forms. The server applies each form only once per key.
    let key: FormKey
    /// Whether the page is shown after a successful change.
    var isChanged = false
    var complaint: String?
    /// The refused form, which the page shows expanded; nil if no form was refused.
    var refused: MonthlyForm?
    /// The possible meanings of the typed amount; nil if the amount is unambiguous.
    var question: AmountQuestion?

    private var recurring: RecurringGift { details.recurring }
    private var organization: Organization { details.organization }
    private var words: MonthlyWords { MonthlyWords(recurring: recurring, calendar: organization.calendar) }

    static func path(of recurring: RecurringGift) -> String {
        "\(SessionCookie.path)/monthly/\(recurring.id)"
    }

    var title: String { "Your monthly gift to \(organization.displayName)" }

    var body: HTML {
        """
        \(PageFrame.payee(organization, "Your monthly gift"))
        \(.complaint(complaint))
        \([changed, table])
        \(details.isOpen ? forms : [])
        <a class="button second" href="\(SessionCookie.path)">All your gifts</a>
        \(csrfToken.signOutForm)
        """
    }

    private var changed: HTML {
        guard isChanged else { return .empty }
        return "<p class=\"note\" role=\"status\">\(words.afterChange)</p>"
    }

    private var table: HTML {
        var rows: [HTML] = [HTML.row("Next charge", words.nextCharge)]
        if !details.isOpen {
            rows += [HTML.row("For", HTML.name(details.fund.name)), HTML.row("Each month", amount)]
        } else if !hasOtherFund {
            rows.append(.row("For", HTML.name(details.fund.name)))
        }
        let times: HTML = recurring.paidPeriods == 1 ? "1 time" : "\(recurring.paidPeriods) times"
        rows.append(.row("Charged so far", times))
        return "<table>\n\(rows)\n</table>"
    }

    private var amount: HTML {
        guard recurring.coveredFeeMinor > 0 else { return "\(recurring.amount.shown)" }
        let fee = Money(recurring.coveredFeeMinor, recurring.amount.currency)
        return "\(recurring.amount.shown) + \(fee.shown) fee"
    }

    private var hasOtherFund: Bool { details.openFunds.contains { $0.id != recurring.fund } }

    private var short: HTML { recurring.dayOfMonth > 28 ? ", or the last day" : "" }

    private var card: String? {
        details.method.map { TestCard(rawValue: $0)?.words ?? "the card in your wallet" }
    }
}

extension MonthlyPage {
    /// The forms of the page, in order. Each form states how it affects the next charge.
    private var forms: [HTML] { [amountForm, dayForm, fundForm, cardForm, pauseForm, endForm] }

    private var amountForm: HTML {
        let (currency, isCovered) = (organization.currency, recurring.coveredFeeMinor > 0)
        let (least, most) = (
            Money(organization.leastMinor, currency), Money(organization.mostMinor, currency)
        )
        return form(
            .amount, "Each month", amount,
            """
            The change applies from the next charge. Nothing is charged now.\
            \(" The fee that you cover is recalculated and added.", if: isCovered)
            """,
            """
            \(question?.fields ?? .empty)
            <label class="field">New amount, \(least.shown) to \(most.shown)
            <input type="text" name="amount" value="\(question?.typed ?? recurring.amount.typedText)" inputmode="decimal" maxlength="24" \
            required autocomplete="off"\(.refused(refused == .amount))></label>
            """, button: "Change the amount")
    }

    private var dayForm: HTML {
        let days = (1...31).map { day -> HTML in
            "<option\(" selected", if: day == recurring.dayOfMonth)>\(day)</option>"
        }
        return form(
            .day, "Day of the month", "\(recurring.dayOfMonth)\(short)",
            "The change applies from the first unpaid month. In a month without this day, you are charged on the last day.",
            """
            <label class="field">New day
            <select name="day" autocomplete="off">\(days)</select></label>
            """, button: "Change the day")
    }

    private var fundForm: HTML {
        guard hasOtherFund else { return .empty }
        let funds = details.openFunds.map {
            HTML.option($0.id, $0.name, isChosen: $0.id == recurring.fund, isName: true)
        }
        return form(
            .fund, "For", HTML.name(details.fund.name), "The change applies from the next charge.",
            """
            <label class="field">New fund
            <select name="fund" autocomplete="off">\(funds)</select></label>
            """, button: "Change the fund")
    }

    private var cardForm: HTML {
        let isDue = recurring.status == .pastDue
        return form(
            .card, "Card", card.map { "\($0)" } ?? .empty,
            isDue
                ? "The failed charge is retried with the new card right away."
                : "The new card is used from the next charge. Nothing is charged now.",
            TestCard.field("New card (test cards only)", chosen: details.method),
            button: isDue ? "Pay with this card" : "Change the card")
    }

    private var pauseForm: HTML {
        guard recurring.status != .paused else {
            return form(
                .resume, "Resume", .empty,
                "Charges start again on the usual day. You do not pay for the skipped months.",
                .empty,
                button: "Resume the gift")
        }
        let tomorrow = details.today.adding(days: 1)
        let last = details.today.adding(days: MonthlyGiftDetails.longestPauseDays)
        return form(
            .pause, "Pause", .empty,
            "You are not charged during the pause, and you do not pay for skipped months later.",
            """
            <label class="field">Last day of the pause (leave empty to pause until you resume the gift)
            <input type="date" name="until" min="\(tomorrow.iso8601)" max="\(last.iso8601)" autocomplete="off"></label>
            """, button: "Pause the gift")
    }

    private var endForm: HTML {
        form(
            .end, "Cancel", .empty,
            """
            You will not be charged again. Past gifts are not refunded, and a canceled gift cannot be \
            resumed.\(" To skip some months, pause the gift instead.", if: recurring.status != .paused)
            """,
            """
            <label class="tick"><input type="checkbox" name="sure" value="1" required>\
            <span>Yes, cancel this monthly gift</span></label>
            """, button: "Cancel the gift")
    }

    private func form(
        _ form: MonthlyForm, _ label: HTML, _ value: HTML, _ effect: HTML, _ fields: HTML, button: HTML
    ) -> HTML {
        let isUrgent = form == .card && recurring.status == .pastDue
        return """
            <details class="row"\
            \(" open", if: form == refused || form == .resume || isUrgent)><summary><span>\(label)</span> <b>\
            \(value)</b></summary>
            <p class="quiet">\(effect)</p>
            <form method="post" action="\(Self.path(of: recurring))/\(form.rawValue)">
            \([csrfToken.field, .hidden("key", key.text), fields])
            <button class="second">\(button)</button>
            </form></details>
            """
    }
}

/// Texts for a donor about the status of a monthly gift.
struct MonthlyWords {
    let recurring: RecurringGift
    let calendar: LocalCalendar

    /// The status in a few words, such as `next on 28 February 2026` for the date of the next charge.
    var short: HTML {
        switch recurring.status {
        case .active: return "next\(on(recurring.nextCharge))"
        case .paused:
            return recurring.nextCharge == nil ? "paused" : "paused; next charge\(on(recurring.nextCharge))"
        case .pastDue: return "past due: the last charge failed"
        case .canceled: return "canceled\(on(recurring.canceledAt))"
        case .processing: return "processing"
        case .needsReview: return "needs review"
        }
    }

    /// The amount and date of the next charge, or the reason that no charge is planned.
    var nextCharge: HTML {
        let total: HTML = "<strong>\(recurring.total.shown)</strong>"
        switch recurring.status {
        case .active: return "\(total)\(on(recurring.nextCharge))"
        case .paused:
            guard recurring.nextCharge != nil else { return "none until you resume the gift" }
            return "\(total)\(on(recurring.nextCharge)), after a pause"
        case .pastDue: return "past due: the last charge failed and will be retried"
        case .canceled: return "none: the monthly gift is canceled"
        case .processing: return "none yet: the monthly gift is being processed"
        case .needsReview: return "not known yet: we are reviewing this monthly gift"
        }
    }

    /// The message that confirms a change.
    var afterChange: HTML {
        switch recurring.status {
        case .canceled: "Your monthly gift is canceled. You will not be charged again."
        case .paused where recurring.nextCharge == nil:
            "Your monthly gift is paused. You are not charged until you resume it."
        case .pastDue:
            "Your monthly gift was changed. The last charge failed and will be retried."
        case .processing: "Your monthly gift was changed. It is still being processed."
        case .needsReview: "Your monthly gift was changed. We are reviewing it."
        case .active, .paused: "Your monthly gift was changed. Next charge: \(nextCharge)."
        }
    }

    /// Returns the date of a time as HTML, preceded by ` on `, such as ` on 28 February 2026`. Returns empty
    /// HTML if `time` is nil.
    private func on(_ time: Timestamp?) -> HTML {
        guard let time else { return .empty }
        return " on \(calendar.date(of: time).time)"
    }
}
