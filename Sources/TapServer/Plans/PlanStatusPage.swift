import Plans
import TimeKit

/// How somebody's plan stands, and what can be changed.
struct PlanStatusPage: Sendable {
    let status: PlanStatus
    /// What was bought last; nil where the catalogue has it no more.
    let bought: Plan?
    let token: String
    /// What was wrong with the last thing that was asked.
    var complaint: String?

    private var name: String { bought?.name ?? status.plan.name }

    var title: String {
        switch status.view {
        case .free, .ended: "Your plan is Free"
        case .active: "You have \(name)"
        case .pastDue: "\(name) could not be charged"
        case .cancelling: "\(name) ends soon"
        case .unknown: "It is not known yet whether \(name) is paid"
        }
    }

    /// How soon the page asks for itself again, in seconds; nil where nothing changes by itself.
    var reloadSeconds: Int? { status.view == .unknown ? 5 : nil }

    var body: HTML {
        """
        <h1>\(title)</h1>
        \(HTML.complaint(complaint))
        <p role="status">\(sentence)</p>
        \([table, changes])
        """
    }

    private var sentence: HTML {
        let day = status.subscriptionEnd?.date.time ?? "the end of the month"
        return switch status.view {
        case .free: "Nothing is charged."
        case .ended: "\(name) has ended, and nothing is charged any more."
        case .active:
            "It is charged again on \(day), until you stop it. Keep the address of this page: it leads here again."
        case .pastDue: "The last charge failed: it is tried again. Another card may help."
        case .cancelling: "You have it until \(day); nothing is charged any more."
        case .unknown:
            "This page shows it as soon as it is; you need not pay again, and nothing is charged twice."
        }
    }

    private var table: HTML {
        guard let price = bought?.price, status.view != .free, status.view != .ended else { return .empty }
        return
            "<table>\n\([HTML.row("Plan", "\(name)"), .row("Price", "\(price.amount.shown)/month")])\n</table>"
    }

    private var changes: HTML {
        let action = PlanPath.change(token: token).text
        let end: HTML = """
            <form method="post" action="\(action)">
            <button class="second" name="change" value="end">Cancel at the end of the month</button>
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
                "<a class=\"button\" href=\"\(PlanPath.offer(code: plan.id).text)\">Upgrade to \(plan.name)</a>"
            } ?? .empty
        case .active, .pastDue: [card, end, now].reduce(.empty, +)
        case .cancelling: [resume, now].reduce(.empty, +)
        case .unknown: .empty
        }
    }
}
