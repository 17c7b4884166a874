import Giving
import HTMLKit

/// One more fund.
struct NewFundPage: FormPage {
    let organization: Organization
    let formToken: HTML
    let entry: Entry
    let complaint: String?

    /// What was typed and ticked.
    struct Entry: Hashable, Sendable {
        var id = ""
        var name = ""
        var offersOneTime = true
        var offersMonthly = true
    }

    var title: String { "Add a fund" }

    var body: HTML {
        """
        <div class="narrow">
        <h1>\(title)</h1>
        \(HTML.complaint(complaint))
        <form method="post" action="\(organization.adminPath(.newFund))">
        \(formToken)
        <label class="field">Name
        <input type="text" name="name" maxlength="200" required autocomplete="off" value="\(entry.name)"></label>
        <label class="field">Id, as 7 or building: tags carry it, and it never changes
        <input type="text" name="id" maxlength="32" required autocomplete="off" autocapitalize="off" value="\(entry.id)"></label>
        \(HTML.tick("single", entry.offersOneTime, "Takes single gifts"))
        \(HTML.tick("monthly", entry.offersMonthly, "Takes monthly gifts"))
        <button>Add it</button>
        </form>
        <a class="button second" href="\(organization.adminPath(.funds))">Leave it</a>
        </div>
        """
    }
}

extension NewFundPage.Entry {
    /// What makes this fund.
    init(_ fund: Fund) {
        self.init(
            id: fund.id, name: fund.name, offersOneTime: fund.offersOneTime, offersMonthly: fund.offersMonthly
        )
    }
}
