import HTMLKit
import MoneyKit
import PaymentCore
import Plans
import TimeKit

/// The checkout page of a plan. It shows the charges, their dates, and a form for the buyer.
struct PlanCheckoutPage: PageContent {
    let plan: Plan
    let price: PlanPrice
    let token: String
    /// The day of the first charge.
    let today: CalendarDate
    /// The day of the second charge.
    let next: CalendarDate
    var contact = Contact()
    var card: String?
    /// The promotion that reduces the price; nil if no valid code was entered.
    var promotion: Promotion?
    /// Whether the buyer has removed the promotion code that the previous review contained.
    var isCodeRemoved = false
    var typedCode = ""
    /// The error message about the previous request; nil if that request was not refused.
    var complaint: String?

    var title: String { "Pay for \(plan.name)" }

    /// The amount that is charged today.
    private var first: Money { promotion?.reduced(price.amount) ?? price.amount }

    /// The amount of each later charge.
    private var later: Money { promotion?.duration == .forever ? first : price.amount }

    var body: HTML {
        """
        <h1>\(title)</h1>
        \(.complaint(complaint))
        <div class="note"><strong>\(price.everyPeriod)</strong><br>
        \(discount)First: today, \(today.time)\(amount(first))<br>
        Next: \(next.time)\(amount(later)), until you cancel.</div>
        <form method="post" action="\(PlanPath.own(token))">
        \(.hidden("plan", plan.id))
        \(.hidden("interval", price.interval.rawValue))
        \(.hidden("applied", promotion?.id ?? ""))
        <label class="field">Name
        <input type="text" name="name" value="\(contact.name)" required maxlength="100" dir="auto" autocomplete="name"></label>
        <label class="field">E-mail address
        <input type="email" name="email" value="\(contact.email)" required maxlength="254" autocomplete="email"></label>
        \(TestCard.field("Card (test cards only)", chosen: card))
        <label class="field">Promotion code (optional)
        <input type="text" name="promotion" value="\(typedCode)" maxlength="40" autocomplete="off"></label>
        <button>\(button)</button>
        </form>
        <a class="button second" href="\(PlanPath.offer(plan.id))">Cancel</a>
        """
    }

    private var button: String {
        promotion == nil ? "Pay \(price.everyPeriod)" : "Pay \(first.shown) now"
    }

    private var discount: HTML {
        if let promotion { return "Promotion code \(promotion.code) applied.<br>\n" }
        return isCodeRemoved ? "The promotion code was removed.<br>\n" : .empty
    }

    /// Returns a comma followed by the amount, or an empty string if no promotion applies.
    private func amount(_ money: Money) -> String { promotion == nil ? "" : ", \(money.shown)" }
}
