import Giving
import HTMLKit
import TimeKit
import TokenKit

/// The page that lists the browsers in which a donor is signed in, with forms that end these sessions.
///
/// Donors have no password, so the forms work only for a short time after the sign-in. Later, the page offers
/// to send a new sign-in link.
struct SessionsPage: PageContent {
    let donor: Donor
    let sessions: DonorSessions
    let csrfToken: CSRFToken

    static let path = SessionCookie.path + "/sessions"

    let title = "Where you are signed in"

    var body: HTML {
        """
        <h1>Where you are signed in</h1>
        <p class="quiet">A session ends automatically after \(Int(DonorSession.lifeSeconds) / 60) minutes.</p>
        <table>
        \(sessions.all.map(row))
        </table>
        \(sessions.canEndOthers ? everywhere : newLink)
        <a class="button second" href="\(SessionCookie.path)">All your gifts</a>
        \(csrfToken.signOutForm)
        """
    }

    private func row(_ session: DonorSession) -> HTML {
        let isOwn = session.hash == sessions.own
        let minutes = max(0, Int(clamping: sessions.now - session.begin) / 60)
        let time: HTML =
            minutes == 0 ? "just now" : "\(minutes) minute\(minutes == 1 ? "" : "s") ago"
        return """
            <tr><th scope="row">\(isOwn ? "This browser" : "Another browser")<br><small>Signed in \([time])</small></th>\
            <td>\([isOwn || !sessions.canEndOthers ? .empty : end(session)])</td></tr>
            """
    }

    private func end(_ session: DonorSession) -> HTML {
        """
        <form method="post" action="\(Self.path)/end">
        \(csrfToken.field)
        <input type="hidden" name="session" value="\(session.id)">
        <button class="second">Sign out there</button>
        </form>
        """
    }

    private var everywhere: HTML {
        """
        <form method="post" action="\(SessionCookie.path)/out-everywhere">
        \(csrfToken.field)
        <button class="second">Sign out everywhere</button>
        </form>
        """
    }

    private var newLink: HTML {
        """
        <p class="note" role="status">To sign out in other browsers, sign in again first, because you signed in more than \
        \(Int(DonorSession.freshSeconds) / 60) minutes ago.</p>
        <form method="post" action="\(SessionCookie.path)">
        <input type="hidden" name="email" value="\(donor.email)">
        <button class="second">Send me a link</button>
        </form>
        """
    }
}
