import HTMLKit
import MoneyKit
import PaymentCore
import Plans
import TimeKit

/// The page of a subscription, with its status and the changes that the subscriber can make.
struct PlanStatusPage: FormPage {
    let status: PlanStatus
    /// The most recently bought plan; nil if it is no longer in the catalog.
    let bought: Plan?
    /// The name of the plan that starts with the next period; nil if the plan stays the same.
    var nextName: String?
    let token: String
    /// The error message about the previous request; nil if that request was not refused.
    var complaint: String?

    private var name: String { bought?.name ?? status.plan.name }

    var title: String {
        switch status.view {
        case .free, .ended: "Your plan is Free"
        case .active: "You have \(name)"
        case .pastDue: "The payment for \(name) failed"
        case .cancelling: "\(name) will not be renewed"
        case .requiresAction: "Your bank asks you to confirm the payment"
        case .unknown: "The payment for \(name) is being processed"
        }
    }

    /// If the result of the purchase is still unknown, the number of seconds after which the page reloads;
    /// otherwise nil.
    var reloadSeconds: Int? { status.view == .unknown ? 5 : nil }

    var body: HTML {
        if status.view == .requiresAction, let terms = status.terms {
            return ChallengePage(
                amount: status.promotion?.reduced(terms.amount) ?? terms.amount, payee: name,
                action: PlanPath.bank(token), complaint: complaint
            ).body
        }
        return """
            <h1>\(title)</h1>
            \(.complaint(complaint))
            <p role="status">\(sentence)</p>
            \([table, changes])
            """
    }

    private var sentence: HTML {
        let day = status.subscriptionEnd?.date.time ?? "the end of the month"
        return switch status.view {
        case .free: "Nothing is charged."
        case .ended: "\(name) has ended. You will not be charged again."
        case .active where isReturned:
            "Your last payment was refunded or disputed. You have \(name) until \(day). You will then be charged again, unless you cancel."
        case .active:
            "You will be charged again on \(day), unless you cancel. Save the address of this page: you need it to change or cancel the plan."
        case .pastDue: "The last charge failed and will be retried. You can choose another card below."
        case .cancelling: "You have the plan until \(day); you will not be charged again."
        case .requiresAction, .unknown:
            "This page updates when the result is known. You do not need to pay again. Nothing is charged twice."
        }
    }

    private var table: HTML {
        guard let terms = status.terms, status.view != .free, status.view != .ended else { return .empty }
        var rows = [HTML.row("Plan", "\(name)"), .row("Price", "\(terms.perPeriod)")]
        if let promotion = status.promotion { rows.append(.row("Promotion code", "\(promotion.code)")) }
        if let charge = status.lastCharge { rows.append(.row("Last payment", words(of: charge))) }
        if let next = status.next, let from = next.from {
            rows.append(.row("From \(from.date.time)", "\(nextName ?? next.price), \(next.perPeriod)"))
        }
        return "<table>\n\(rows)\n</table>"
    }

    /// Whether the last payment was refunded, is disputed, or was lost to a dispute.
    private var isReturned: Bool {
        [.refunded, .disputed, .lost].contains(status.lastCharge?.state)
    }

    private func words(of charge: PlanCharge) -> HTML {
        switch charge.state {
        case .paid: "\(charge.amount.shown), paid on \(charge.paidAt.date.time)"
        case .partiallyRefunded:
            "\(Money(charge.refundedMinor, charge.amount.currency).shown) of \(charge.amount.shown) refunded"
        case .refunded: "\(charge.amount.shown), refunded"
        case .disputed: "\(charge.amount.shown), disputed"
        case .lost: "\(charge.amount.shown), refunded by your bank after a dispute"
        }
    }

    private var anotherPlan: HTML {
        guard !status.changes.isEmpty else { return .empty }
        let options = status.changes.map { offer -> HTML in
            // The value states whether the charge is due later. The buyer therefore pays now only if the page said
            // so.
            let price = (offer.from == nil ? "" : "later:") + offer.price.id
            // Phones truncate longer option texts.
            return "<option value=\"\(price)\">\(offer.plan.name), \(offer.price.perPeriod)</option>"
        }
        let isDueNow = status.changes.contains { $0.from == nil }
        let now: HTML =
            isDueNow
            ? "A change to a higher price applies today, and the difference is charged now. " : .empty
        let later: HTML =
            status.changes.lazy.compactMap(\.from).first
            .map { "A change to a lower price applies from \($0.date.time)." } ?? .empty
        return """
            <form method="post" action="\(PlanPath.change(token))">
            <label class="field">Another plan
            <select name="price" autocomplete="off">\(options)</select></label>
            <p class="quiet">\([now, later])</p>
            <button class="second" name="change" value="plan">Change the plan</button>
            </form>
            """
    }

    /// The form for canceling a planned change. Empty if no change is planned.
    private var stay: HTML {
        guard status.next != nil, let terms = status.terms else { return .empty }
        return """
            <form method="post" action="\(PlanPath.change(token))">
            \(.hidden("price", "later:" + terms.price))
            <button name="change" value="plan">Keep \(name), \(terms.perPeriod)</button>
            </form>
            """
    }

    private var changes: HTML {
        let action = PlanPath.change(token)
        let end: HTML = """
            <form method="post" action="\(action)">
            <button class="second" name="change" value="end">Cancel at the end of the paid \(status.terms?.interval.rawValue ?? "month")</button>
            </form>
            """
        let resume: HTML = """
            <form method="post" action="\(action)">
            <button name="change" value="resume">Keep \(name)</button>
            </form>
            """
        let card: HTML = """
            <form method="post" action="\(action)">
            \(TestCard.field("Another card (test cards only)"))
            <button class="second" name="change" value="card">Change the card</button>
            </form>
            """
        let now: HTML = """
            <form method="post" action="\(action)">
            <button class="second" name="change" value="now">Cancel now</button>
            </form>
            """
        return switch status.view {
        case .free, .ended:
            bought.map { plan -> HTML in
                "<a class=\"button\" href=\"\(PlanPath.offer(plan.id))\">Upgrade to \(plan.name)</a>"
            } ?? .empty
        case .active, .pastDue: [stay, anotherPlan, card, end, now].reduce(.empty, +)
        case .cancelling: [resume, now].reduce(.empty, +)
        case .unknown, .requiresAction: .empty
        }
    }
}
