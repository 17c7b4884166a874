import Giving
import HTMLKit
import MoneyKit
import TokenKit

/// The pages for a refund: first the form for the amount, then the confirmation.
struct RefundPage: FormPage {
    let details: GiftDetails
    /// The amount that is still refundable, in minor units.
    let leftMinor: Int64
    let key: FormKey
    let formToken: String
    var reason: String?
    /// The amount to confirm; nil until a valid amount is entered.
    var wanted: Money?
    /// The amount as typed if it is invalid; otherwise empty.
    var typed = ""
    var complaint: String?
    /// The possible meanings of the typed amount; nil if the amount is unambiguous.
    var ambiguity: AmountQuestion?

    /// The processor's codes for refund reasons, with their labels.
    static let reasons: [(value: String, words: String)] = [
        ("requested_by_customer", "The donor asked for a refund"), ("duplicate", "The gift was made twice"),
        ("fraudulent", "The card was stolen"),
    ]

    /// Returns the form's label for a refund reason; nil if the form does not offer that reason.
    static func words(for reason: String) -> String? { reasons.first { $0.value == reason }?.words }

    private var gift: Gift { details.gift }
    private var address: String { details.organization.adminPath(.refund(gift.id)) }
    private var left: Money { Money(leftMinor, gift.amount.currency) }

    let title = "Refund"

    /// The reason that an amount cannot be refunded.
    struct Refusal: Error {
        var words: String
        var question: AmountQuestion?
    }

    /// Parses the typed amount, and checks whether it can be refunded.
    func checked(_ text: String) throws(Refusal) -> Money {
        let money: Money
        do { money = try Money(asTyped: text, in: gift.amount.currency) } catch {
            let question = AmountQuestion(text, error.readings)
            throw Refusal(
                words: question?.complaint ?? "\(error.summary.capital). \(error.remedy)", question: question)
        }
        let step = Money(left.currency.chargeStep, left.currency)
        guard money.minorUnits > 0, money.minorUnits <= leftMinor,
            money.minorUnits.isMultiple(of: step.minorUnits)
        else {
            let steps = step.minorUnits > 1 ? ", in steps of \(step.shown)" : ""
            throw Refusal(words: "Enter an amount between \(step.shown) and \(left.shown)\(steps).")
        }
        return money
    }

    var body: HTML {
        """
        <div class="narrow">
        <h1>\(title)</h1>
        <p>Gift of \(gift.amount.shown) from \(from). The donor was charged \(gift.total.shown). \
        You can refund up to \(left.shown).</p>
        \(.complaint(complaint))
        \(wanted.map(confirmation) ?? question)
        <a class="button second" href="\(details.organization.adminPath(.gift(gift.id)))">Cancel</a>
        </div>
        """
    }

    private var from: HTML { gift.giver.map { HTML.name($0.name) } ?? "a donor whose data was deleted" }

    private var question: HTML {
        let options = Self.reasons.map { HTML.option($0.value, $0.words, isChosen: $0.value == reason) }
        return """
            <form method="get" action="\(address)">
            \(ambiguity?.fields ?? .empty)
            <label class="field">Amount in \(left.currency.code.uppercased())
            <input type="text" name="amount" inputmode="decimal" maxlength="24" required autocomplete="off" \
            value="\(typed.isEmpty ? left.typedText : typed)"\(.refused(!typed.isEmpty))></label>
            <label class="field">Reason
            <select name="reason">\(options)</select></label>
            <button>Continue</button>
            </form>
            """
    }

    private func confirmation(_ amount: Money) -> HTML {
        let isAll = amount.minorUnits == leftMinor
        let receipt =
            isAll
            ? "The receipt becomes void."
            : "The receipt becomes void, and a new one is issued for the remaining amount."
        return """
            <div class="note"><strong>\(amount.shown) will be refunded to the donor.</strong><br>
            \(receipt) The processor keeps its own fee. This cannot be undone.</div>
            <form method="post" action="\(address)">
            \(hidden(amount))
            <button>Refund \(amount.shown)</button>
            </form>
            <a class="button second" href="\(address)">Edit amount</a>
            """
    }

    private func hidden(_ amount: Money) -> HTML {
        .lines([
            .hidden("csrf", formToken), .hidden("key", key.text), .hidden("amount", amount.typedText),
            .hidden("reason", reason ?? ""),
        ])
    }
}
