import Giving
import ServerKit
import TokenKit

/// The signed-in donor, and the token of the donor's session.
struct SignedIn: Hashable {
    let donor: Donor
    let session: BearerToken

    /// The CSRF token for the donor's forms.
    var csrfToken: CSRFToken { session.csrfToken }

    /// Checks a form's CSRF token, and returns the form's fields.
    ///
    /// - Throws: A page that asks the donor to try again, if the form cannot be decoded or its CSRF token is
    ///   not valid.
    func fields(of request: PageRequest) throws(ProblemPage) -> FormFields {
        guard let fields = request.fields, csrfToken.isRight(fields[CSRFToken.name]) else {
            throw ProblemPage(
                403, "Nothing was changed", "this form was not opened in your current session",
                reason: "the page is older than your session, or another site sent the form",
                remedy: "Open your gifts and try again from there.",
                way: ProblemPage.Way(words: "Open your gifts", address: SessionCookie.path))
        }
        return fields
    }
}

extension ProblemPage {
    /// The error for a request that has no session, although the requested page requires one.
    static let notSignedIn = ProblemPage(
        403, "You are not signed in", "you must sign in to see your gifts",
        reason: "a session ends after \(DonorSession.lifeSeconds / 60) minutes",
        remedy: "Request a sign-in link. It is sent to you by e-mail.",
        way: Way(words: "Request a link", address: SessionCookie.path))
}

/// The cookie with a donor's session token. It is also set when a sign-in link is opened. Until the donor has
/// signed in, it contains a random token. The CSRF token of the sign-in form is derived from that token.
enum SessionCookie {
    /// The cookie's name.
    static let name = "giver"
    /// The path prefix of the donor portal's pages. The browser sends the cookie only with requests for these
    /// pages.
    static let path = "/-/giver"

    /// Returns the cookie with a session's token. An empty token deletes the cookie.
    static func of(_ token: String, isSecure: Bool) -> SetCookie {
        SetCookie(name, token, path: path, isSecure: isSecure, lifeSeconds: DonorSession.lifeSeconds)
    }
}
