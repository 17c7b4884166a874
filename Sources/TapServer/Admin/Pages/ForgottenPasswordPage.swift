import HTMLKit
import StaffAccess
import TokenKit

/// The page for requesting a link for a new password. If the server does not send e-mails, the page refers
/// the visitor to the server's administrator instead.
struct ForgottenPasswordPage: FormPage {
    let formToken: String
    /// Whether the server sends e-mails.
    let sendsMail: Bool
    /// The e-mail address that was entered in the previous attempt.
    var email = ""
    var complaint: String?

    let title = "Forgotten password"

    var body: HTML {
        """
        <div class="narrow">
        <h1>\(title)</h1>
        \(.complaint(complaint))
        \(sendsMail ? form : Self.byOperator)
        <a class="button second" href="\(AdminPath.signIn())">Back to sign-in</a>
        </div>
        """
    }

    private var form: HTML {
        """
        <p>We will send you a link to choose a new password.</p>
        <form method="post" action="\(AdminPath.forgotten())">
        \(.hidden("csrf", formToken))
        <label class="field">E-mail
        <input type="text" name="email" value="\(email)" required maxlength="254" inputmode="email" \
        autocomplete="username"\(.refused(complaint != nil))></label>
        <button>Send me a link</button>
        </form>
        """
    }

    private static let byOperator: HTML = """
        <p>This server sends no e-mail. To get a new password, ask its administrator to run \
        <span class="code">tapctl admin password</span> with your e-mail address.</p>
        """
}

/// The page that is shown after a person has requested a link for choosing a new password. It does not reveal
/// whether a member has the entered address.
struct PasswordLinkAskedPage: PageContent {
    let title = "Check your e-mail"

    var body: HTML {
        """
        <div class="narrow">
        <h1>\(title)</h1>
        <p>If a member of staff has this address, a link is on its way.</p>
        <p>The link works once and expires in \(Int(PasswordLink.lifeSeconds / 60)) minutes. An address receives at most three \
        links an hour.</p>
        <a class="button second" href="\(AdminPath.signIn())">Back to sign-in</a>
        </div>
        """
    }
}

/// The page on which a person with a link chooses a new password.
struct NewPasswordPage: FormPage {
    let formToken: String
    let link: PasswordToken
    let email: String
    /// Whether the person was invited and therefore has no password yet.
    let isNew: Bool
    var complaint: String?

    var title: String { isNew ? "Your password" : "New password" }

    var body: HTML {
        """
        <div class="narrow">
        <h1>\(title)</h1>
        <p>For \(email). \(isNew ? Self.forNew : Self.forKnown)</p>
        \(.complaint(complaint))
        <form method="post" action="\(AdminPath.passwordLink.filled(with: [link.text]))">
        \(.hidden("csrf", formToken))
        <label class="field">New password, at least \(StaffPassword.leastLetters) characters
        <input type="password" name="new" required maxlength="1024" autocomplete="new-password"\(mark)></label>
        <label class="field">New password again
        <input type="password" name="again" required maxlength="1024" autocomplete="new-password"\(mark)></label>
        <button>Set password</button>
        </form>
        </div>
        """
    }

    private var mark: HTML { .refused(complaint != nil) }

    private static let forNew: HTML = """
        After you have set a password, sign in with this address and the password.
        """
    private static let forKnown: HTML = """
        Setting a password signs you out everywhere. You can then sign in with the new password.
        """
}
