import Giving
import HTMLKit
import StaffAccess

/// What is the same on every page of an organization's people.
struct AdminFrame: Hashable, Sendable {
    var isPublicSimulation = false
    /// Who has signed in; nil before.
    var member: StaffMember?
    /// What each form carries.
    var formToken = ""
    /// Whose pages these are; nil where that is not chosen yet.
    var organization: Organization?
    /// The page that is shown.
    var current: AdminPage?
    /// Another element of the document's head.
    var head = HTML.empty
    /// The path of the page's script, or nil.
    var script: String?

    /// A whole document.
    func page(_ title: String, _ body: HTML, status: Int = 200) -> PageAnswer {
        var frame = PageFrame(isPublicSimulation: isPublicSimulation)
        frame.style = AdminStyle.sheet
        (frame.head, frame.script) = (head, script)
        let name = organization.map { " – \($0.displayName)" } ?? ""
        return .page(status: status, frame.page(title + name, .lines([bar, body])))
    }

    /// A paper of an organization's, as it is printed.
    func paper(_ paper: HTMLDocument) -> PageAnswer {
        .page(status: 200, PageFrame(isPublicSimulation: isPublicSimulation).receipt(paper))
    }

    /// The field that says that a page of ours made the form.
    var token: HTML { .hidden("csrf", formToken) }

    /// Where a page of an organization stands.
    static func address(_ page: AdminPage, of organization: Organization) -> String {
        "\(AdminPath.root)/org/\(organization.id)\(page.path)"
    }

    /// From a page that leads nowhere.
    static let wayHome: HTML = "<p><a class=\"button second\" href=\"/admin\">To the beginning</a></p>"

    /// Who and where, what else there is, and the way out.
    private var bar: HTML {
        guard let member else { return .empty }
        return """
            <header class="bar">
            <div class="who">\([whose])<form method="post" action="/admin/sign-out">\(token)\
            <span class="quiet">\(member.email), \(member.role.rawValue)</span> <button class="small second">Sign out</button></form></div>
            \([navigation])
            </header>
            """
    }

    private var whose: HTML {
        guard let organization else { return "<strong>Organizations</strong>" }
        let name: HTML = "<strong>\(HTML.name(organization.displayName))</strong>"
        return member?.organizations.count ?? 0 > 1
            ? "<span>\(name) <a href=\"/admin\">Change</a></span>" : "<span>\(name)</span>"
    }

    private static let pages: [(page: AdminPage, words: String)] = [
        (.overview, "Overview"), (.live, "Live"), (.gifts, "Gifts"), (.funds, "Funds"),
        (.monthly, "Monthly gifts"),
        (.payouts, "Payouts"), (.statements, "Statements"), (.tags, "Tags"),
    ]

    private var navigation: HTML {
        guard let organization, let member else { return .empty }
        let links = Self.pages.filter { member.role.permits($0.page.needed) }.map { page, words -> HTML in
            let mark: HTML = page == current?.section ? " aria-current=\"page\"" : ""
            return "<a href=\"\(Self.address(page, of: organization))\"\(mark)>\(words)</a>"
        }
        return "<nav aria-label=\"Pages\">\(links)</nav>"
    }
}

extension AdminPage {
    /// The page of the navigation that it belongs to.
    fileprivate var section: AdminPage {
        switch self {
        case .overview, .live, .gifts, .funds, .monthly, .payouts, .statements, .tags: self
        case .liveEvents: .live
        case .fund, .newFund: .funds
        case .giftSheet, .gift, .refund: .gifts
        case .payout, .bank, .journal: .payouts
        case .statement: .statements
        case .batch, .seat: .tags
        }
    }
}
