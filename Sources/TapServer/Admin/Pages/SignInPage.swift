import Giving
import HTMLKit
import StaffAccess

/// The page with the sign-in form.
struct SignInPage: PageContent {
    /// The CSRF token of the form.
    let formToken: String
    /// The e-mail address that was entered in the previous attempt.
    var email = ""
    /// The name of the server's organization; nil if the server does not have exactly one organization.
    var organization: String?
    var complaint: StaffError?

    let title = "Sign in"

    var body: HTML {
        """
        <div class="narrow">
        <h1>Sign in</h1>
        <p>Sign in to the staff pages of \(organization.map(HTML.name) ?? "your organization") to manage gifts, \
        funds, payouts and tags.</p>
        \(.complaint(words))
        <form method="post" action="/admin/sign-in">
        \(.hidden("csrf", formToken))
        <label class="field">E-mail
        <input type="text" name="email" value="\(email)" required maxlength="254" inputmode="email" autocomplete="username"\(mark)></label>
        <label class="field">Password
        <input type="password" name="password" required maxlength="1024" autocomplete="current-password"\(mark)></label>
        <button>Sign in</button>
        </form>
        <p><a href="\(AdminPath.forgotten())">Forgot your password?</a></p>
        </div>
        """
    }

    /// The attributes that mark both fields as wrong if the address or the password is wrong; otherwise
    /// empty. The page does not reveal which of the two is wrong.
    private var mark: HTML { .refused(complaint?.code == .wrongPassword) }

    private var words: String? {
        complaint.map { error in
            error.reason.isEmpty ? "\(error.summary.capital)." : "\(error.summary.capital); \(error.reason)."
        }
    }
}

/// The page that lists the organizations of a member who belongs to several.
struct OrganizationsPage: PageContent {
    let organizations: [Organization]
    /// The page that opens when the member chooses an organization.
    let first: AdminPage

    let title = "Organizations"

    var body: HTML {
        let items = organizations.map { organization -> HTML in
            """
            <li><a href="\(organization.adminPath(first))">\(.name(organization.displayName))</a>
            <span class="quiet">\(organization.id)</span></li>
            """
        }
        return """
            <h1>Organizations</h1>
            <ul>\(items)</ul>
            """
    }
}
