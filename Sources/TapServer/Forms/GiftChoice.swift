import Giving
import HTMLKit
import MoneyKit
import ServerKit
import TextKit
import TokenKit

/// The donor's choices on the giving page. It names no account, and holds the amount as it was typed.
struct GiftChoice: Hashable, Sendable {
    /// The means of payment.
    enum Means: String, Hashable, Sendable {
        case wallet, card
    }

    var organization: String
    /// Nil where none was chosen: it is never guessed.
    var fund: String?
    /// The amount as typed, or as a button offers it: `50.00`.
    var amount: String?
    var isMonthly = false
    var coversFee = false
    var means = Means.card
    /// The organization's name was read and is the one that is meant, where that was asked.
    var isSure = false
    /// That had to be asked.
    var needsConfirmation = false
    var key: FormKey
    /// The tap from which it comes.
    var tap: String?

    init(organization: String, key: FormKey) {
        self.organization = organization
        self.key = key
    }

    /// Creates the choices of an existing gift under a new key, for another gift.
    init(_ gift: Gift, key: FormKey) {
        self.init(organization: gift.organization, key: key)
        (fund, amount, tap) = (gift.fund, gift.amount.typedText, gift.tap)
        (isMonthly, coversFee) = (gift.recurring != nil, gift.coveredFeeMinor > 0)
    }

    /// Reads the fields of a form. Returns nil if none of our pages sends such fields.
    init?(_ fields: FormFields) {
        guard let organization = fields["org"], let key = FormKey(fields["key"]) else { return nil }
        self.init(organization: organization, key: key)
        fund = fields["fund"]
        // A typed amount takes precedence over a button, which may only be the preselected one.
        amount = fields.amount("other") ?? fields["amount"]
        isMonthly = fields.isTicked("monthly")
        coversFee = fields.isTicked("cover")
        means = fields["by"].flatMap(Means.init) ?? .card
        isSure = fields.isTicked("sure")
        needsConfirmation = fields.isTicked("ask")
        tap = fields["tap"]
    }

    /// The same as a page sends it back.
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

    /// As a query, so that the page of the choice can be opened again.
    var query: String {
        fields.map { "\($0.name)=\(FormURLEncoding.escaped($0.value))" }.joined(separator: "&")
    }

    /// The giving page, filled in with it.
    var address: String { "/-/choose?\(query)" }
}

/// The key that makes a form one gift: created with the page, submitted with it, and then part of the gift's own
/// address.
///
/// A double click, the back button, a reload and a lost response all repeat the same key. Its holder may see the gift.
typealias FormKey = SecretToken<LetterToken128>

extension FormKey {
    /// The key of a new gift after this key's gift was declined: always the same.
    var next: FormKey { following("again") }

    /// The key as the service knows it: no other program's can be the same.
    var requestKey: String { "page:\(text)" }

    /// The gift's own page.
    var path: String { "/-/give/\(text)" }
}

extension CSRFToken {
    /// The name of the field in a donor's forms.
    static let name = "guard"

    /// The hidden form field.
    var field: HTML { .hidden(Self.name, text) }
}
