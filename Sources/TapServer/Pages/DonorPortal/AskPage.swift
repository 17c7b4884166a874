import Giving
import HTMLKit
import TokenKit

/// The page on which donors request a sign-in link to see their gifts.
struct AskPage: FormPage {
    /// The e-mail address as typed.
    var email = ""
    var complaint: String?

    let title = "Your gifts"

    var body: HTML {
        """
        <h1>Your gifts</h1>
        <p class="quiet">Tap to give</p>
        <p>See your gifts, receipts and yearly statements, or change, pause or cancel a monthly gift. \
        You do not need a password: we send a link to the e-mail address you used for your gifts.</p>
        \(.complaint(complaint))
        <form method="post" action="\(SessionCookie.path)">
        <label class="field">E-mail
        <input type="email" name="email" value="\(email)" required maxlength="254" \
        autocomplete="email"\(.refused(complaint != nil))></label>
        <button>Send me a link</button>
        </form>
        """
    }
}

/// The page that follows a request for a sign-in link. It does not reveal whether the address belongs to a
/// donor.
struct AskedPage: PageContent {
    let title = "Check your e-mail"

    var body: HTML {
        """
        <h1>Check your e-mail</h1>
        <p role="status"><strong>If gifts were made with this address, a link is on its way.</strong></p>
        <p>The link works once and expires in \(Int(SignInLink.lifeSeconds / 60)) minutes. An address receives at most \
        \(SignInLink.mostToOneAddress) links an hour.</p>
        <a class="button second" href="\(SessionCookie.path)">Use another address</a>
        """
    }
}

/// The page that a sign-in link opens. The donor signs in by pressing a button, because the link works only
/// once and some programs open links for a preview.
struct LinkPage: PageContent {
    let link: BearerToken
    /// The CSRF token of the form.
    let csrfToken: CSRFToken
    /// Whether the page is shown again because the submitted form did not come from this page. If so, the
    /// donor must press the button again.
    var isAgain = false

    let title = "Your gifts"

    var body: HTML {
        """
        <h1>Your gifts</h1>
        \(.complaint(isAgain ? Self.again : nil))
        <p>The link works once and signs you in for \(Int(DonorSession.lifeSeconds / 60)) minutes in this \
        browser.</p>
        <form method="post" action="\(SessionCookie.path)/link/\(link.text)">
        \(csrfToken.field)
        <button>Open my gifts</button>
        </form>
        """
    }

    /// The text that asks the donor to press the button again, and explains why.
    private static let again =
        "You are not signed in: the form did not come from this page, or your browser blocks cookies. The link "
        + "is still valid. If you requested it, allow cookies for this site, and press the button again."
}
