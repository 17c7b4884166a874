import Giving
import HTMLKit
import StaffAccess

/// The parts that all staff pages share: the header, the navigation and the style sheet.
struct AdminFrame: Hashable {
    var isPublicSimulation = false
    /// The signed-in member; nil before sign-in.
    var member: StaffMember?
    /// The CSRF token of the page's forms.
    var formToken = ""
    /// The organization of the page; nil if the page does not belong to an organization.
    var organization: Organization?
    /// The page that the navigation marks as current; nil to mark no page.
    var current: AdminPage?
    /// An additional element of the document's head.
    var head = HTML.empty
    /// The path of the page's script; nil if the page has no script.
    var script: String?

    /// Returns a complete document as a response.
    func page(_ title: String, _ body: HTML, status: Int = 200) -> PageResponse {
        var frame = PageFrame(isPublicSimulation: isPublicSimulation)
        frame.style = AdminStyle.sheet
        frame.header = bar
        (frame.head, frame.script) = (head, script)
        let name = organization.map { " – \($0.displayName)" } ?? ""
        return .page(status: status, frame.page(title + name, body))
    }

    func page(_ page: some PageContent, status: Int? = nil) -> PageResponse {
        self.page(page.title, page.body, status: status ?? page.statusCode)
    }

    /// Returns whether the member has this permission.
    func permits(_ permission: StaffPermission) -> Bool { member?.role.permits(permission) ?? false }

    /// The hidden form field with the CSRF token.
    var token: HTML { .hidden("csrf", formToken) }

    /// The link at the bottom of an error page.
    static let wayHome: HTML = "<p><a class=\"button second\" href=\"/admin\">Go to the home page</a></p>"

    /// The form that ends the session. Pages without a header contain this form instead of the header's
    /// sign-out button.
    var signOutForm: HTML {
        """
        <form method="post" action="\(AdminPath.signOut())">\(token)<button>Sign out</button></form>
        """
    }

    /// The header: the organization, the member, the sign-out button and the navigation. Empty before
    /// sign-in.
    private var bar: HTML {
        guard let member else { return .empty }
        return """
            <header class="bar">
            <div class="who">\([whose])<form method="post" action="/admin/sign-out">\(token)\
            <a class="quiet" href="\(AdminPath.account())">\(member.email), \(member.role.rawValue)</a> \
            <a href="\(AdminPath.secondFactor())">Second factor</a> <button class="small second">Sign out</button></form></div>
            \([navigation])
            </header>
            """
    }

    private var whose: HTML {
        guard let organization else { return "<a href=\"\(AdminPath.root)\"><strong>Home page</strong></a>" }
        let name: HTML = "<strong>\(.name(organization.displayName))</strong>"
        return member?.organizations.count ?? 0 > 1
            ? "<span>\(name) <a href=\"/admin\">Switch</a></span>" : "<span>\(name)</span>"
    }

    private var navigation: HTML {
        guard let organization, let member else { return .empty }
        let links = AdminRequestContext.routes.filter { member.role.permits($0.needed) }.map {
            route -> HTML in
            guard let words = route.words else { return .empty }
            return
                """
                <a href="\(organization.adminPath(route.section))"\
                \(" aria-current=\"page\"", if: route.section == current)>\(words)</a>
                """
        }
        return "<nav aria-label=\"Pages\">\(links)</nav>"
    }
}

extension Organization {
    /// Returns the path of a staff page of the organization.
    func adminPath(_ page: AdminPage) -> String { AdminPath.organization(id) + page.path }
}
