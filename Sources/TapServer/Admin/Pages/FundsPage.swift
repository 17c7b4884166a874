import Giving
import HTMLKit
import MoneyKit
import ServerKit
import StaffAccess

/// The page that lists the funds of an organization, with their totals.
struct FundsPage: Hashable {
    let organization: Organization
    let funds: [Fund]
    let totals: [FundTotal]
    let month: [FundTotal]
    let year: [FundTotal]
    let yearNumber: Int
    /// Whether the staff member may change funds.
    let mayChange: Bool

    let title = "Funds"

    func body() throws -> HTML {
        guard !funds.isEmpty else {
            return "<h1>Funds</h1>\n<p class=\"note\">There are no funds yet.</p>\n\(add)"
        }
        let rows = try funds.map { fund -> [HTML] in
            let (all, year) = (totals.filter { $0.fund == fund.id }, year.filter { $0.fund == fund.id })
            let month = month.filter { $0.fund == fund.id }
            let gifts = organization.adminPath(.gifts) + "?fund=\(fund.id)"
            return [
                "<a href=\"\(gifts)\">\(.name(fund.name))</a>", "<span class=\"code\">\(fund.id)</span>",
                state(of: fund), "\(try FundTotal.sum(month, in: organization.currency).shown)",
                "\(try FundTotal.sum(year, in: organization.currency).shown)",
                "\(try FundTotal.sum(all, in: organization.currency).shown)",
                "\(all.gifts)",
            ] + (mayChange ? [change(fund)] : [])
        }
        let columns: [AdminTable.Column] =
            [
                .title("Fund"), .line("ID", isNamed: true),
                .status("Status"), .number("This month"), .number(String(yearNumber)),
                .number("Total"), .number("Gifts"),
            ] + (mayChange ? [.line("Edit")] : [])
        return """
            <h1>Funds</h1>
            <p class="quiet">The amounts are gifts minus refunds. They do not include the fees that donors \
            covered, and the fees that the organization pays are not deducted.</p>
            \(AdminTable(caption: title, columns: columns, rows: rows).html)
            \(add)
            """
    }

    private var add: HTML {
        guard mayChange else { return .empty }
        return "<p class=\"ways\"><a href=\"\(organization.adminPath(.newFund))\">Add fund</a></p>"
    }

    private func change(_ fund: Fund) -> HTML {
        """
        <a href="\(organization.adminPath(.fund(fund.id)))">Edit <span class="unseen">\
        \(.name(fund.name))</span></a>
        """
    }

    private func state(of fund: Fund) -> HTML {
        let mark: HTML = fund.id == organization.defaultFund ? " \(.badge("default"))" : ""
        guard fund.isOpen else { return .badge("closed", .bad) }
        return HTML.badge("open", .good) + mark
    }
}

/// The page with the forms that rename, close or reopen a fund.
struct FundPage: FormPage {
    /// The change that a form makes to a fund.
    enum Action: String, FormAction {
        case rename, close, reopen

        /// The action as recorded in the audit log.
        var recorded: AuditLogAction {
            switch self {
            case .rename: .changeFund
            case .close: .closeFund
            case .reopen: .reopenFund
            }
        }
    }

    let organization: Organization
    let fund: Fund
    /// The other open funds. If the default fund is closed, one of them becomes the default.
    let others: [Fund]
    let formToken: HTML
    /// The name as typed, if it was refused; otherwise nil.
    var typed: String?
    var complaint: String?

    let title = "Edit fund"

    var body: HTML {
        """
        <div class="narrow">
        <h1>\(title)</h1>
        <p>\(.name(fund.name)), <span class="code">\(fund.id)</span>. \
        The ID cannot be changed, because tags contain it.</p>
        \(.complaint(complaint))
        \(form(.rename, name, button: "Rename"))
        \(fund.isOpen ? form(.close, closing, button: "Close fund") : form(.reopen, opening, button: "Reopen fund"))
        <a class="button second" href="\(organization.adminPath(.funds))">Cancel</a>
        </div>
        """
    }

    private var name: HTML {
        """
        <label class="field">Name
        <input type="text" name="name" maxlength="200" required autocomplete="off" \
        value="\(typed ?? fund.name)"\(.refused(typed != nil))></label>
        <p class="quiet">Receipts that were already issued keep the old name.</p>
        """
    }

    private var closing: HTML {
        let effect: HTML =
            others.isEmpty
            ? "This is the only open fund: after you close it, the organization cannot accept new gifts."
            : """
            Tags for a closed fund open a page where donors can choose an open fund. Gifts never go to \
            another fund automatically.
            """
        let words: HTML = """
            <h2>Close fund</h2>
            <p>A closed fund accepts no new gifts, but its existing monthly gifts continue. \(effect)</p>
            """
        guard organization.defaultFund == fund.id, !others.isEmpty else { return words }
        let options = others.map { HTML.option($0.id, $0.name, isChosen: false) }
        return """
            \(words)
            <label class="field">New default fund, for tags without a fund
            <select name="successor">\(options)</select></label>
            """
    }

    private var opening: HTML { "<h2>Reopen fund</h2>\n<p>A reopened fund accepts new gifts again.</p>" }

    private func form(_ action: Action, _ fields: HTML, button: String) -> HTML {
        """
        <form method="post" action="\(organization.adminPath(.fund(fund.id)))">
        \([formToken, .hidden("do", action.rawValue), fields])
        <button\(" class=\"second\"", if: action != .rename)>\(button)</button>
        </form>
        """
    }
}

/// The page with the form that adds a fund.
struct NewFundPage: FormPage {
    let organization: Organization
    let formToken: HTML
    let entry: Entry
    let complaint: String?
    /// The field that the complaint is about, or nil.
    var refused: DirectoryError.Field?

    /// The submitted values of the form.
    struct Entry: Hashable {
        var id = ""
        var name = ""
        var offersOneTime = true
        var offersMonthly = true
    }

    let title = "Add fund"

    var body: HTML {
        """
        <div class="narrow">
        <h1>\(title)</h1>
        \(.complaint(complaint))
        <form method="post" action="\(organization.adminPath(.newFund))">
        \(formToken)
        <label class="field">Name
        <input type="text" name="name" maxlength="200" required autocomplete="off" \
        value="\(entry.name)"\(.refused(refused == .name))></label>
        <label class="field">ID, such as 7 or building (cannot be changed later, because tags contain it)
        <input type="text" name="id" maxlength="32" required autocomplete="off" autocapitalize="off" \
        value="\(entry.id)"\(.refused(refused == .id))></label>
        \(.tick("single", entry.offersOneTime, "Accepts one-time gifts"))
        \(.tick("monthly", entry.offersMonthly, "Accepts monthly gifts"))
        <button>Add fund</button>
        </form>
        <a class="button second" href="\(organization.adminPath(.funds))">Cancel</a>
        </div>
        """
    }
}

extension NewFundPage.Entry {
    /// Creates the form values from an existing fund.
    init(_ fund: Fund) {
        self.init(
            id: fund.id, name: fund.name, offersOneTime: fund.offersOneTime, offersMonthly: fund.offersMonthly
        )
    }
}
