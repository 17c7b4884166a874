import Giving
import HTMLKit
import ServerKit
import StaffAccess
import TimeKit

/// The page of a member's own account, with the forms that change the password and end sessions.
struct AccountPage: FormPage {
    /// The action of a form on the page.
    enum Action: String, FormAction {
        case password, session, everywhere

        /// The action as recorded in the audit log.
        var recorded: AuditLogAction {
            switch self {
            case .password: .changePassword
            case .session, .everywhere: .endSessions
            }
        }
    }

    let member: StaffMember
    let sessions: [StaffSession]
    /// The id of the session that requested this page.
    let current: String
    /// The calendar of the member's organization.
    let calendar: LocalCalendar
    let formToken: HTML
    /// Whether the member has a second factor.
    let hasFactor: Bool
    var complaint: String?
    /// Whether the password was just changed.
    var isChanged = false

    let title = "Your account"

    var body: HTML {
        """
        <h1>\(title)</h1>
        <p class="quiet">\(member.email), \(member.role.rawValue)</p>
        \(.complaint(complaint))
        \(isChanged ? Self.changed : .empty)
        <div class="two">
        <section class="narrow"><h2>Password</h2>
        \(form(.password, [password("current", "Current password", "current-password"), new], "Change password"))
        </section>
        \(factor)
        </div>
        <h2>Signed in</h2>
        \(AdminTable(caption: "Signed in", columns: ["Since", "Last request", "Where"], rows: sessions.map(row)).html)
        <div class="two">
        \([others, everywhere])
        </div>
        """
    }

    private var factor: HTML {
        let (words, button): (HTML, HTML) =
            hasFactor
            ? ("Each sign-in needs your password and a code from an app on your phone.", "Edit second factor")
            : (
                "With a second factor, each sign-in also needs a code from an app on your phone.",
                "Add second factor"
            )
        return """
            <section class="narrow"><h2>Second factor</h2>
            <p>\(words)</p>
            <a class="button second" href="\(AdminPath.secondFactor())">\(button)</a>
            </section>
            """
    }

    private static let changed: HTML = """
        <p class="note" role="status">Your password was changed. You are signed out everywhere else.</p>
        """

    private var new: HTML {
        """
        \(password("new", "New password, at least \(StaffPassword.leastLetters) characters", "new-password"))
        \(password("again", "New password again", "new-password"))
        """
    }

    private func row(_ session: StaffSession) -> [HTML] {
        [
            calendar.moment(session.created), calendar.moment(session.seen),
            session.id == current ? "This browser" : "Another browser",
        ]
    }

    /// The form for ending another session of the member; empty if the member has no other session.
    private var others: HTML {
        let others = sessions.filter { $0.id != current }
        guard !others.isEmpty else { return .empty }
        let options = others.map { session -> HTML in
            "<option value=\"\(session.publicID)\">since \(calendar.text(session.created))</option>"
        }
        let choice: HTML = """
            <label class="field">Session
            <select name="session">\(options)</select></label>
            """
        let confirmation = password("current", "Your password", "current-password")
        return section(
            "End a session", form(.session, [choice, confirmation], "End session", isSecond: true))
    }

    private var everywhere: HTML {
        let confirmation = password("current", "Your password", "current-password")
        return section(
            "Sign out everywhere", form(.everywhere, [confirmation], "Sign out everywhere", isSecond: true))
    }

    private func section(_ title: HTML, _ form: HTML) -> HTML {
        "<section class=\"narrow\"><h3>\(title)</h3>\n\(form)</section>"
    }

    private func password(_ name: String, _ label: String, _ completion: String) -> HTML {
        """
        <label class="field">\(label)
        <input type="password" name="\(name)" required maxlength="1024" autocomplete="\(completion)"></label>
        """
    }

    private func form(_ action: Action, _ fields: [HTML], _ button: String, isSecond: Bool = false) -> HTML {
        """
        <form method="post" action="\(AdminPath.account())">
        \([formToken, .hidden("do", action.rawValue)] + fields)
        <button\(" class=\"second\"", if: isSecond)>\(button)</button>
        </form>
        """
    }
}
