import Plans
import TimeKit

/// What is bought, who buys it and by which card: charged by its button, and again each month.
struct PlanCheckoutPage: Sendable {
    let plan: Plan
    let token: String
    /// The day of the first charge.
    let today: CalendarDate
    /// The day of the second.
    let next: CalendarDate
    var contact = Contact()
    var card: String?
    /// What was wrong with the last thing that was asked.
    var complaint: String?

    var title: String { "Pay for \(plan.name)" }

    var body: HTML {
        let price = plan.price?.amount.shown ?? ""
        return """
            <h1>\(title)</h1>
            \(HTML.complaint(complaint))
            <div class="note"><strong>\(price) every month</strong><br>
            First: today, \(today.time)<br>
            Next: \(next.time), until you stop it.</div>
            <form method="post" action="\(PlanPath.own(token: token).text)">
            \(HTML.hidden("plan", plan.id))
            <label class="field">Name
            <input type="text" name="name" value="\(contact.name)" required maxlength="100" dir="auto" autocomplete="name"></label>
            <label class="field">E-mail address
            <input type="email" name="email" value="\(contact.email)" required maxlength="254" autocomplete="email"></label>
            \(TestCard.field("Card (test cards only)", chosen: card))
            <button>Pay \(price) every month</button>
            </form>
            <a class="button second" href="\(PlanPath.offer(code: plan.id).text)">Cancel</a>
            """
    }
}
