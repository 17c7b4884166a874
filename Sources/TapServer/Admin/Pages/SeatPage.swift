import Giving
import HTMLKit
import ServerKit
import StaffAccess
import TagRegistry

/// The page of a seat with a managed tag: its destination, and the forms that change it.
struct SeatPage: FormPage {
    /// The change that a form makes to a managed tag.
    enum Action: String, FormAction {
        case aim, withdraw

        /// The action as recorded in the audit log.
        var recorded: AuditLogAction {
            switch self {
            case .aim: .aimTag
            case .withdraw: .revokeTag
            }
        }
    }

    let organization: Organization
    let row: BatchRow
    let managed: ManagedDestination
    let funds: [Fund]
    let formToken: HTML
    let complaint: String?

    var title: String { "Seat \(row.seat)" }

    var body: HTML {
        """
        <div class="narrow">
        <h1>\(title)</h1>
        \(.complaint(complaint))
        \(facts)
        \(managed.state == .active ? HTML.lines([aimForm, withdrawForm]) : withdrawn)
        <a class="button second" href="\(organization.adminPath(.batch(row.batch)))">All seats</a>
        </div>
        """
    }

    private var facts: HTML {
        var facts = AdminFacts()
        facts.add("Batch", HTML.name(row.batch))
        facts.add("Site", row.campus.map(HTML.name))
        facts.code("Tag", managed.id)
        facts.add("Destination", managed.aim.map { HTML.name(fundName($0.fund)) } ?? "nowhere")
        facts.add("Since", managed.aim.map { organization.calendar.moment($0.since) })
        return facts.html
    }

    private func fundName(_ id: String?) -> String {
        guard let id else { return "the default fund" }
        return funds.first { $0.id == id }?.name ?? id
    }

    private var withdrawn: HTML {
        """
        <p class="note">This tag was withdrawn permanently. To assign a new tag to the seat, ask the \
        administrator of this server to use <code>tapctl managed replace</code>.</p>
        """
    }

    private var aimForm: HTML {
        let now = managed.aim?.fund
        let choices =
            [(id: "", name: "The default fund")] + funds.filter(\.isOpen).map { (id: $0.id, name: $0.name) }
        let options = choices.map { HTML.option($0.id, $0.name, isChosen: $0.id == now ?? "") }
        return form(
            .aim, "Assign fund",
            "The tag contains only an ID and is not rewritten. The next tap uses the new fund.",
            """
            <label class="field">Fund
            <select name="fund">\(options)</select></label>
            """, button: "Assign fund")
    }

    private var withdrawForm: HTML {
        form(
            .withdraw, "Withdraw tag",
            "Withdraw a lost or stolen tag. Donors can then no longer use it to give. This cannot be undone.",
            """
            <label class="tick"><input type="checkbox" name="sure" value="1" required>\
            <span>Yes, withdraw this tag permanently</span></label>
            """, button: "Withdraw tag")
    }

    private func form(
        _ action: Action, _ heading: HTML, _ effect: HTML, _ fields: HTML, button: HTML
    ) -> HTML {
        """
        <section><h2>\(heading)</h2>
        <p class="quiet">\(effect)</p>
        <form method="post" action="\(organization.adminPath(.seat(batch: row.batch, row: row.number)))">
        \([formToken, .hidden("do", action.rawValue), .hidden("tag", managed.id), fields])
        <button\(" class=\"second\"", if: action != .aim)>\(button)</button>
        </form></section>
        """
    }
}
