import Giving
import HTMLKit
import MoneyKit
import PaymentCore
import TimeKit

/// The page of one gift, with its status and the donor's next step.
struct GiftPage: PageContent {
    let details: GiftDetails
    let key: GiftKey
    /// The reason that the previous request was refused; nil if no request was refused.
    var complaint: String?
    /// The URL for making another gift.
    var newGiftURL: String
    /// Whether the receipt is also sent by e-mail.
    var isMailed: Bool

    private var gift: Gift { details.gift }

    /// The number of seconds after which the page reloads, in case the state has changed. Nil if the state
    /// changes only when the donor acts.
    var reloadSeconds: Int? { gift.status == .processing ? 5 : nil }

    var title: String {
        switch gift.status {
        case .succeeded, .refunded, .partiallyRefunded, .disputed: "Thank you"
        case .failed, .canceled: "The gift was not paid"
        case .requiresAction: "Your bank asks you to confirm the payment"
        case .processing: "Your gift is on its way"
        case .needsReview: "We are reviewing your gift"
        }
    }

    var body: HTML {
        switch gift.status {
        case .succeeded, .refunded, .partiallyRefunded, .disputed: thanks
        case .failed where details.takesAnotherCard || gift.giver != nil: declined
        case .failed, .canceled: over
        case .requiresAction: bank
        case .processing, .needsReview: waiting
        }
    }

    private var name: String { details.organization.displayName }

    private var thanks: HTML {
        """
        \(PageFrame.payee(details.organization, "Your gift of \(gift.total.shown)"))
        \(.complaint(complaint))
        \(.checkMark)
        <p role="status"><strong>\(Self.thankYou)</strong></p>
        \(GiftTable(details: details).html)
        \([again, receipt])
        <h2>Next steps</h2>
        <p>See <a href="\(SessionCookie.path)">your gifts and receipts</a> at any time with your e-mail address. There, you \
        can also change, pause or cancel a monthly gift.</p>
        <a class="button second" href="\(newGiftURL)">Give again</a>
        """
    }

    static let thankYou =
        "Thank you for your generosity! Manage your giving profile using the tap.giving app."

    private var again: HTML {
        guard let recurring = details.recurring, let next = recurring.nextCharge else { return .empty }
        let day = details.organization.calendar.date(of: next)
        return """
            <p class="note"><strong>\(recurring.total.shown) every month</strong> until you cancel. \
            The next charge is on \(day.time).</p>
            """
    }

    private var receipt: HTML {
        guard details.receipt != nil else { return .empty }
        return
            """
            <a class="button second" href="\(key.path)/receipt">Show the receipt</a>\
            \("<p class=\"quiet\">We also send the receipt by e-mail.</p>", if: isMailed)
            """
    }

    /// The form for retrying a declined gift with a different card.
    private var declined: HTML {
        let every: HTML = gift.recurring == nil ? "" : " every month"
        return """
            \(PageFrame.payee(details.organization, "Your gift of \(gift.total.shown)\(every) was not paid"))
            \(.complaint(complaint ?? refusal))
            <form method="post" action="\(key.path)/retry">
            \(.hidden("attempt", String(details.attempts)))
            \(TestCard.field("Another card (test cards only)", isRefused: complaint == nil))
            <button>Give \(gift.total.shown)\(every)</button>
            </form>
            <a class="button second" href="\(newGiftURL)">Edit gift</a>
            """
    }

    /// The message about a refused payment. It omits reasons that are not meant for the donor.
    private var refusal: String {
        DonorSentence.ofRefusal(gift.failureCode, isDecline: details.payment?.failure?.isDecline ?? true)
    }

    private var over: HTML {
        """
        \(PageFrame.payee(details.organization, "Your gift of \(gift.total.shown) was not paid"))
        \(.complaint(complaint))
        <p>Nothing was charged.</p>
        <a class="button" href="\(newGiftURL)">Try again</a>
        """
    }

    private var bank: HTML {
        ChallengePage(amount: gift.total, payee: name, action: "\(key.path)/bank", complaint: complaint).body
    }

    private var waiting: HTML {
        let words =
            gift.status == .processing
            ? "Your gift is being processed. This page updates when the result is known. You do not need to give again. Nothing is charged twice."
            : "We are checking your payment. Please do not give again. Nothing is charged twice."
        return """
            \(PageFrame.payee(details.organization, "Your gift of \(gift.total.shown)"))
            \(.complaint(complaint))
            <p role="status">\(words)</p>
            <a class="button second" href="\(key.path)">Check again</a>
            """
    }
}

/// A table with the details of a gift and its donor. The name is the one that the donor entered for this
/// gift, even if other gifts with the same e-mail address have other names.
struct GiftTable {
    let details: GiftDetails

    var html: HTML {
        let gift = details.gift
        let day = gift.paidOn
        var rows: [HTML] = [
            HTML.row("To", HTML.name(details.organization.displayName)),
            HTML.row("For", HTML.name(gift.fundName)),
            HTML.row("Gift", "\(gift.amount.shown)"),
        ]
        if gift.coveredFeeMinor > 0 {
            rows.append(
                HTML.row("Covered fee", "\(Money(gift.coveredFeeMinor, gift.amount.currency).shown)")
            )
        }
        if gift.refundedMinor > 0 {
            rows.append(.row("Refunded", "\(Money(gift.refundedMinor, gift.amount.currency).shown)"))
        }
        rows.append(.row("Date", day.time))
        if let giver = gift.giver { rows.append(.row("From", HTML.name(giver.name))) }
        if let number = gift.receiptNumber { rows.append(.row("Receipt", "\(number)")) }
        let label: HTML =
            switch gift.status {
            case .succeeded, .refunded, .partiallyRefunded, .disputed: "Charged"
            case .failed, .canceled: "Not charged"
            case .processing, .requiresAction, .needsReview: "Total"
            }
        return """
            <table>
            \(rows)
            <tr class="total"><th scope="row">\(label)</th><td>\(gift.total.shown)</td></tr>
            </table>
            """
    }
}
