import Giving
import ServerKit
import TokenKit

/// A signed-in donor, for one request.
struct SignedIn: Hashable, Sendable {
    let donor: Donor
    let session: BearerToken

    /// The CSRF token of the donor's forms.
    var csrfToken: CSRFToken { session.csrfToken }

    /// The fields of a form that came from a page which this sign-in opened.
    ///
    /// - Throws: A page that says so where it did not; nothing is done then.
    func fields(of request: PageRequest) throws(ProblemPage) -> FormFields {
        guard let fields = FormFields(request.form), csrfToken.isRight(fields[CSRFToken.name]) else {
            throw ProblemPage(
                403, "Nothing was changed", "this form did not come from a page in this session",
                reason: "the page is older than your session, or another site sent the form",
                remedy: "Open your gifts and try again from there.",
                way: ProblemPage.Way(words: "Open your gifts", address: SessionCookie.path))
        }
        return fields
    }
}

extension ProblemPage {
    /// The error for a page that requires a sign-in.
    static let notSignedIn = ProblemPage(
        403, "You are not signed in", "this page shows one person's gifts",
        reason: "a session lasts \(DonorSession.lifeSeconds / 60) minutes",
        remedy: "Request a link by e-mail.",
        way: Way(words: "Request a link", address: SessionCookie.path))
}

/// The cookie of a signed-in donor. It is also set on a link's page, before it is tied to a donor.
enum SessionCookie {
    /// The cookie's name.
    static let name = "giver"
    /// The pages that it is sent to: those that a donor sees of their own.
    static let path = "/-/giver"

    /// The cookie with a session's token; an empty one takes it away.
    static func of(_ token: String, isSecure: Bool) -> SetCookie {
        SetCookie(name, token, path: path, isSecure: isSecure, lifeSeconds: DonorSession.lifeSeconds)
    }
}
