import Giving
import HTMLKit
import TokenKit

/// The form that e-mails the receipt of a gift to the donor again.
struct ResendForm {
    let organization: Organization
    let formToken: HTML
    /// The idempotency key of the page's forms. Each receipt is sent at most once per key.
    let key: FormKey
    /// Whether the form is on the donor's page. If so, the donor's page is shown again after sending;
    /// otherwise, the gift's page.
    var isOnDonorPage = false

    /// Returns the form for a gift's page, with a button of normal size. Empty if the gift has no receipt to
    /// send.
    func button(_ gift: Gift) -> HTML { form(gift, "<button class=\"second\">Resend receipt</button>") }

    /// Returns the form for a table row, with a small button. Empty if the gift has no receipt to send.
    func small(_ gift: Gift) -> HTML {
        let words: HTML = "Resend receipt<span class=\"unseen\"> \(gift.receiptNumber ?? "")</span>"
        return form(gift, "<button class=\"small second\">\(words)</button>")
    }

    private func form(_ gift: Gift, _ button: HTML) -> HTML {
        guard gift.receiptNumber != nil, gift.giver != nil else { return .empty }
        let place = isOnDonorPage ? HTML.hidden("from", "donor") : .empty
        return """
            <form method="post" action="\(organization.adminPath(.receipt(gift.id)))">\
            \(formToken)\(.hidden("key", key.text))\(place)\(button)</form>
            """
    }
}
