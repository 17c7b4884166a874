import Giving
import HTMLKit
import PaymentCore
import TextKit
import TimeKit
import TokenKit

/// The page of one of the signed-in donor's gifts. It shows the status and the receipts, and has a form to
/// refund a gift that was made by mistake.
struct OwnGiftPage: FormPage {
    let details: GiftDetails
    /// All receipts of the gift, including void ones.
    let receipts: [Receipt]
    /// The time until which the donor can refund the gift; nil if the donor cannot refund it.
    let goesBackUntil: Timestamp?
    /// The URL for making the same gift again.
    let againURL: String
    let csrfToken: CSRFToken
    var complaint: String?

    private var gift: Gift { details.gift }

    static func path(of gift: Gift) -> String { path(of: gift.id) }
    static func path(of gift: String) -> String { "\(SessionCookie.path)/gift/\(gift)" }

    var title: String { "Your gift of \(gift.total.shown)" }

    var body: HTML {
        """
        \(PageFrame.payee(details.organization, "Your gift of \(gift.total.shown): \(gift.status.donorWord)"))
        \(.complaint(complaint))
        \([unpaid, goingBack, GiftTable(details: details).html, papers, monthly, refund])
        <a class="button second" href="\(SessionCookie.path)">All your gifts</a>
        \(csrfToken.signOutForm)
        """
    }

    private var isGoingBack: Bool {
        details.refunds.contains { $0.state == .pending || $0.state == .needsReview }
    }

    private var goingBack: HTML {
        guard isGoingBack else { return .empty }
        return "<p class=\"note\" role=\"status\">The refund is pending. It may take a few days.</p>"
    }

    /// The reason that a gift is not paid, and a link for giving again; empty for other gifts.
    private var unpaid: HTML {
        let sentence: HTML
        switch gift.status {
        case .requiresAction: sentence = "Your bank has not confirmed this gift."
        case .failed: sentence = "The payment was declined."
        case .canceled: sentence = "This gift was canceled before it was paid."
        case .processing, .succeeded, .refunded, .partiallyRefunded, .disputed, .needsReview: return .empty
        }
        return """
            <p class="note" role="status">\(sentence) You haven't been charged.</p>
            <a class="button" href="\(againURL)">Give again</a>
            """
    }

    private var papers: HTML {
        .lines(
            receipts.map { receipt -> HTML in
                """
                <a class="button second" href="\(SessionCookie.path)/receipt/\(receipt.number.text)">\
                Show the receipt\(" (void)", if: receipt.state == .void)</a>
                """
            })
    }

    private var monthly: HTML {
        guard let recurring = details.recurring else { return .empty }
        return """
            <p class="note">This gift is part of <a href="\(MonthlyPage.path(of: recurring))">a monthly gift</a>.</p>
            """
    }

    private var refund: HTML {
        guard let end = goesBackUntil, !isGoingBack else { return .empty }
        return """
            <h2>Was this gift a mistake?</h2>
            <p>Until <strong>\(details.organization.calendar.timeOfDay(of: end))</strong> in the time zone of \
            \(.name(details.organization.displayName)), you can get a full refund of \(gift.total.shown).\
            \(" Your monthly gift continues until you cancel it.", if: details.recurring != nil)</p>
            <form method="post" action="\(Self.path(of: gift))/refund">
            \(csrfToken.field)
            <button class="second">Refund \(gift.total.shown)</button>
            </form>
            """
    }
}

extension Gift.Status {
    /// The status in the words of a donor's page.
    var donorWord: String {
        switch self {
        case .processing: "Being processed"
        case .requiresAction: "Not confirmed by your bank"
        case .succeeded: "Received"
        case .failed: "Not paid"
        case .canceled: "Canceled"
        case .refunded: "Refunded"
        case .partiallyRefunded: "Partially refunded"
        case .disputed: "Disputed with your bank"
        case .needsReview: "Being reviewed"
        }
    }
}

extension LocalCalendar {
    /// Returns the local time of day, such as `15:30`.
    func timeOfDay(of time: Timestamp) -> String {
        String(clock(time).prefix(5))
    }
}
