import Giving
import HTMLKit
import MoneyKit
import PaymentCore
import TimeKit

/// The page on which a donor reviews a gift before the charge. It shows the amounts of the quote, the dates,
/// and the form for the donor's details.
struct ReviewPage: FormPage {
    let review: GivingReview
    let choice: GiftChoice
    var contact: Contact
    /// The card that the donor chose before the form was refused. It stays selected. Nil if the form has not
    /// been submitted.
    var card: String?
    var complaint: String?
    /// The name of the form field that the error message is about, or nil.
    var refused: String?

    var title: String { "Review your gift to \(review.organization.displayName)" }

    var body: HTML {
        """
        \(PageFrame.payee(review.organization, "Review your gift. You haven't been charged"))
        \(.complaint(complaint))
        \([sheet.html, schedule])
        <form method="post" action="/-/give">
        \(choice.hidden)
        \(choice.means == .wallet ? wallet : cardForm)
        <button class="second" formaction="/-/change" formnovalidate>Edit gift</button>
        </form>
        """
    }

    /// The amounts as a real wallet's payment sheet would list them.
    private var sheet: SheetTable {
        SheetTable(
            request: review.paymentRequest(merchant: "merchant.giving.tap"), isMonthly: review.isMonthly)
    }

    private var schedule: HTML {
        guard let next = review.next else { return .empty }
        return """
            <div class="note"><strong>\(review.quote.total.shown) every month</strong><br>
            First: today, \(review.first.time)<br>
            Next: \(next.time), then on the \(review.first.day.ordinal) of each month\
            \(", or on the last day of a shorter month", if: review.first.day > 28), until you cancel.</div>
            """
    }

    private var every: String { review.isMonthly ? " every month" : "" }

    private var wallet: HTML {
        """
        <section class="sheet" aria-labelledby="sheet">
        <h2 id="sheet">Apple Pay, simulated</h2>
        <p class="quiet">No real wallet is contacted. Enter the name, e-mail address and phone number that your \
        wallet would provide.</p>
        \(TestCard.field("Card in the wallet", chosen: card, isRefused: refused == "method"))
        \(fields)
        <p><strong>Pay \(.name(review.organization.displayName)): \(review.quote.total.shown)\(every)</strong></p>
        <button class="wallet">Confirm with simulated Face ID</button>
        </section>
        """
    }

    private var cardForm: HTML {
        """
        <h2>Your details</h2>
        \(fields)
        \(TestCard.field("Card (test cards only)", chosen: card, isRefused: refused == "method"))
        <button>Give \(review.quote.total.shown)\(every)</button>
        """
    }

    /// The required form fields for the donor's details.
    private var fields: HTML {
        """
        <label class="field">Name
        <input type="text" name="name" value="\(contact.name)" required maxlength="100" dir="auto" \
        autocomplete="name"\(mark("name"))></label>
        <label class="field">E-mail
        <input type="email" name="email" value="\(contact.email)" required maxlength="254" \
        autocomplete="email"\(mark("email"))></label>
        <label class="field">Phone
        <input type="tel" name="phone" value="\(contact.phone)" required maxlength="40" \
        autocomplete="tel"\(mark("phone"))></label>
        """
    }

    private func mark(_ field: String) -> HTML { .refused(refused == field) }
}

/// The amounts on a wallet's payment sheet, with their total.
struct SheetTable: Hashable {
    let request: PaymentRequest
    let isMonthly: Bool

    var html: HTML {
        let total = request.paymentSummaryItems.suffix(1).map {
            row("Total\(" every month", if: isMonthly)", $0.amount, isTotal: true)
        }
        return "<table>\n\(request.lines.map { row(HTML.name($0.label), $0.amount) } + total)\n</table>"
    }

    private func row(_ label: HTML, _ amount: Money, isTotal: Bool = false) -> HTML {
        """
        <tr\(" class=\"total\"", if: isTotal)><th class="wide" scope="row">\(label)</th><td class="sum">\
        \(amount.shown)</td></tr>
        """
    }
}

extension Int {
    /// The ordinal number in English, such as `1st`, `12th` or `23rd`.
    var ordinal: String {
        let ending =
            switch (self % 100, self % 10) {
            case (11...13, _): "th"
            case (_, 1): "st"
            case (_, 2): "nd"
            case (_, 3): "rd"
            default: "th"
            }
        return "\(self)\(ending)"
    }
}
