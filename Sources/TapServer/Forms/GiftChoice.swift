import Foundation
import Giving

/// What somebody has chosen on the giving page. It names no account, and an amount only as it was typed.
struct GiftChoice: Hashable, Sendable {
    /// How it is paid.
    enum Means: String, Hashable, Sendable {
        case wallet, card
    }

    var organization: String
    /// Nil where none was chosen: it is never guessed.
    var fund: String?
    /// `50.00`
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

    /// What a page sent; nil where no page of ours sends such fields.
    init?(_ fields: FormFields) {
        guard let organization = fields["org"], let key = FormKey(fields["key"]) else { return nil }
        self.organization = organization
        self.key = key
        fund = fields["fund"]
        // What was typed counts more than a button beside it, which may be the one that stood there at first.
        amount = fields["other"] ?? fields["amount"]
        isMonthly = fields.isTicked("monthly")
        coversFee = fields.isTicked("cover")
        means = fields["by"].flatMap(Means.init) ?? .card
        isSure = fields.isTicked("sure")
        needsConfirmation = fields.isTicked("ask")
        tap = fields["tap"]
    }

    /// The same as fields that nobody sees.
    var hidden: HTML {
        var fields = [
            HTML.hidden("org", organization), .hidden("fund", fund ?? ""), .hidden("amount", amount ?? ""),
            .hidden("by", means.rawValue), .hidden("key", key.text),
        ]
        for (name, isSet) in [
            ("monthly", isMonthly), ("cover", coversFee), ("sure", isSure), ("ask", needsConfirmation),
        ] where isSet {
            fields.append(.hidden(name, "1"))
        }
        if let tap { fields.append(.hidden("tap", tap)) }
        return .lines(fields)
    }

    /// The same as a query, so that the page of the choice can be opened again.
    var query: String {
        var fields = [
            ("org", organization), ("fund", fund ?? ""), ("amount", amount ?? ""), ("by", means.rawValue),
        ]
        for (name, isSet) in [
            ("monthly", isMonthly), ("cover", coversFee), ("sure", isSure), ("ask", needsConfirmation),
        ] where isSet {
            fields.append((name, "1"))
        }
        if let tap { fields.append(("tap", tap)) }
        fields.append(("key", key.text))
        return fields.map { "\($0.0)=\(Self.escaped($0.1))" }.joined(separator: "&")
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }

    private static let allowed = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
