import Bookings
import HTMLKit
import MoneyKit
import PaymentCore
import TimeKit

/// The page on which a payer reviews and pays a quote. It shows the work, the cost and the payment button.
/// Paying creates the job for the payee.
struct BookingPage: PageContent {
    let quote: BookingQuote
    /// The name of the payee who does the work.
    let payee: String
    let payment: Payment?
    let job: BookingJob?
    let token: String
    let now: Timestamp
    /// The simulated wallet of the payer's phone; nil if payers can pay only by card.
    var wallet: SimulatedWallet?
    /// The brand color of the organization that sells the work; nil for the standard color.
    var color: String?
    /// The reason that the previous request was refused; nil if no request was refused.
    var complaint: String?

    /// The state of the payment, which determines the content of the page.
    private enum State: Hashable {
        case payable, bank, waiting, paid, expired
    }

    private var state: State {
        if job != nil { return .paid }
        return switch payment?.state {
        case .requiresAction: .bank
        case .requiresConfirmation, .processing, .requiresCapture, .needsReview, .succeeded: .waiting
        case nil, .requiresPaymentMethod, .canceled: quote.isOpen(at: now) ? .payable : .expired
        }
    }

    private var total: Money { quote.quote.total }
    private var address: String { PaymentPath.payment(token) }

    /// The number of seconds after which the page reloads, in case the state has changed. Nil if the state
    /// changes only when the payer acts.
    var reloadSeconds: Int? { state == .waiting ? 5 : nil }

    var title: String {
        switch state {
        case .payable: "Confirm and pay"
        case .bank: "Your bank asks you to confirm the payment"
        case .waiting: "Your payment is on its way"
        case .paid: "Payment confirmed"
        case .expired: "This quote has expired"
        }
    }

    var body: HTML { content.inColor(color) }

    private var content: HTML {
        switch state {
        case .payable: form
        case .bank:
            ChallengePage(
                amount: total, payee: payee, action: PaymentPath.bank(token),
                complaint: complaint
            ).body
        case .waiting: waiting
        case .paid: confirmation
        case .expired: expired
        }
    }

    private var form: HTML {
        """
        \(PageFrame.payee(payee, "Your quote. You haven't been charged"))
        \(.complaint(complaint ?? payment?.refusal))
        \([closed, summary, costs])
        <p class="quiet">Nothing is booked until you pay, and no card is stored. \(rest)</p>
        <form method="post" action="\(address)">
        \(TestCard.field("Card (test cards only)", isRefused: (complaint ?? payment?.refusal) != nil))
        \([HTML.walletButton("Pay with Apple Pay", on: wallet)])
        <button>Confirm &amp; Pay \(total.shown)</button>
        </form>
        <form method="post" action="\(PaymentPath.cancel(token))">
        <button class="second">Not now</button>
        </form>
        """
    }

    /// A sentence that states how many minutes remain to pay the quote.
    private var rest: String {
        let minutes = Int((quote.expires - now + 59) / 60)
        return "You have \(minutes == 1 ? "one more minute" : "\(minutes) more minutes") to pay this quote."
    }

    /// A note for a payer who closed the payment sheet without paying; otherwise empty.
    private var closed: HTML {
        quote.abandonments == 0 || payment?.failure != nil
            ? .empty : "<p class=\"note\">You have not paid yet. You can still pay this quote.</p>"
    }

    private var waiting: HTML {
        """
        \(PageFrame.payee(payee, "Your payment of \(total.shown)"))
        <p role="status">The payment is still processing. This page updates when the result is known. You do not need to \
        pay again. Nothing is charged twice.</p>
        <a class="button second" href="\(address)">Check again</a>
        """
    }

    private var confirmation: HTML {
        """
        \(PageFrame.payee(payee, "Your payment of \(total.shown)"))
        \(.complaint(complaint))
        \(.checkMark)
        <p role="status"><strong>Payment confirmed</strong></p>
        <p class="quiet">Job \(job?.id ?? "")</p>
        \([summary, costs, back])
        <p>\(next)</p>
        """
    }

    private var back: HTML {
        guard let job, job.refundedMinor > 0 else { return .empty }
        return "<p class=\"note\">Refunded: \(Money(job.refundedMinor, total.currency).shown)</p>"
    }

    /// A sentence about the state of the booked work and of the money.
    private var next: HTML {
        switch job?.status {
        case .completed: "The work is done."
        case .disputed: "Your bank is reviewing this payment."
        case .cancelled: "The job was canceled, and your refund is pending."
        case .refunded: "The job was canceled, and your money was refunded."
        case .confirmed, nil:
            "The job is booked. The money is held until \(.name(payee)) has done the work."
        }
    }

    private var expired: HTML {
        """
        \(PageFrame.payee(payee, "This quote has expired"))
        \(.complaint(complaint))
        \(summary)
        <p role="status">Nothing was charged, and nothing was booked. Ask for a new quote.</p>
        """
    }

    /// A table with the title of the work and, if known, its address.
    private var summary: HTML {
        let request = quote.request
        let place = request.address.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        let rows =
            [HTML.row("For", HTML.name(request.title))]
            + (place.map { [HTML.row("Where", HTML.name($0))] } ?? [])
        return "<table>\n\(rows)\n</table>"
    }

    /// The amounts that make up the charge, as a wallet's payment sheet would list them.
    private var costs: HTML {
        SheetTable(request: quote.paymentRequest(to: payee), isMonthly: false).html
    }
}
