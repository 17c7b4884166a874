import Giving
import HTMLKit
import MoneyKit
import ServerKit
import TextKit
import TokenKit

/// The donor's choices on the giving page. They include the amount as typed, but no donor details.
struct GiftChoice: Hashable {
    /// The means of payment.
    enum Means: String {
        case wallet, card
    }

    var organization: String
    /// The id of the chosen fund; nil if no fund has been chosen.
    var fund: String?
    /// The amount as typed by the donor or submitted by a button, such as `50.00`.
    var amount: String?
    var isMonthly = false
    var coversFee = false
    var means = Means.card
    /// Whether the donor has ticked the box to confirm the organization's name.
    var isSure = false
    /// Whether the page asks the donor to confirm the organization's name.
    var needsConfirmation = false
    var key: FormKey
    /// The id of the tap that opened the giving page; nil if the page was not opened by a tap.
    var tap: String?

    init(organization: String, key: FormKey) {
        self.organization = organization
        self.key = key
    }

    /// Creates the choices for a new gift that repeats an existing one.
    init(_ gift: Gift, key: FormKey) {
        self.init(organization: gift.organization, key: key)
        (fund, amount, tap) = (gift.fund, gift.amount.typedText, gift.tap)
        (isMonthly, coversFee) = (gift.recurring != nil, gift.coveredFeeMinor > 0)
    }

    /// Reads the fields of a form. Returns nil if the organization or a valid form key is missing.
    init?(_ fields: FormFields) {
        guard let organization = fields["org"], let key = FormKey(fields["key"]) else { return nil }
        self.init(organization: organization, key: key)
        fund = fields["fund"]
        // A typed amount takes precedence over a button, which may be merely the preselected one.
        amount = fields.amount("other") ?? fields["amount"]
        isMonthly = fields.isTicked("monthly")
        coversFee = fields.isTicked("cover")
        means = fields["by"].flatMap(Means.init) ?? .card
        isSure = fields.isTicked("sure")
        needsConfirmation = fields.isTicked("ask")
        tap = fields["tap"]
    }

    /// The choices as form fields.
    private var fields: [(name: String, value: String)] {
        let ticks = [
            ("monthly", isMonthly), ("cover", coversFee), ("sure", isSure), ("ask", needsConfirmation),
        ]
        return [
            ("org", organization), ("fund", fund ?? ""), ("amount", amount ?? ""), ("by", means.rawValue),
            ("key", key.text),
        ] + ticks.filter(\.1).map { ($0.0, "1") } + (tap.map { [("tap", $0)] } ?? [])
    }

    /// The choices as hidden fields.
    var hidden: HTML { .lines(fields.map { .hidden($0.name, $0.value) }) }

    /// The choices as a URL query, percent-encoded, for the address of the review page.
    var query: String {
        fields.map { "\($0.name)=\(FormURLEncoding.escaped($0.value))" }.joined(separator: "&")
    }

    /// The URL of the giving page with these choices already filled in.
    var address: String { "/-/choose?\(query)" }
}

/// The key of a gift's form. It prevents a second gift if the same form is submitted again, for example after
/// a double click, a reload or a lost response.
///
/// The page creates the key, and the addresses of the gift's pages contain it. Whether a browser can open
/// these pages depends on the ``GiftKey``.
typealias FormKey = SecretToken<LetterToken128>

extension FormKey {
    /// The idempotency key of a gift in the giving service. The prefix distinguishes it from the keys of
    /// other programs.
    var requestKey: String { "page:\(text)" }
}

extension CSRFToken {
    /// The name of the CSRF field in a donor's forms.
    static let name = "guard"

    /// The hidden form field with the CSRF token.
    var field: HTML { .hidden(Self.name, text) }
}
