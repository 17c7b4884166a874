import ServerKit
import TokenKit

/// The key of a gift. It prevents a second charge, and identifies the gift's page.
///
/// It is derived from the key of the gift's form and, if the browser has one, the browser's secret. URLs
/// contain only the form's key. If a secret is used, the URL works only in the browser with that secret.
struct GiftKey: Hashable {
    /// The character that precedes the form's key in a path if the browser has a secret. Without a secret,
    /// the form's key alone identifies the gift, and ``LinkExchange`` replaces the key with an alias.
    private static let mark: Character = "g"

    private let form: FormKey
    private let secret: DonorBrowser.Secret?

    /// Creates the gift key for a form that a browser has submitted.
    init(_ form: FormKey, _ browser: DonorBrowser) { self.init(form, browser.secret) }

    /// Reads a path segment. Returns nil if the segment is not a key, or if it needs a secret that the
    /// browser does not have.
    init?(segment: String, _ browser: DonorBrowser) {
        if let form = FormKey(segment) {
            self.init(form, nil)
        } else if segment.first == Self.mark, let secret = browser.secret,
            let form = FormKey(String(segment.dropFirst()))
        {
            self.init(form, secret)
        } else {
            return nil
        }
    }

    private init(_ form: FormKey, _ secret: DonorBrowser.Secret?) {
        (self.form, self.secret) = (form, secret)
    }

    /// The idempotency key that identifies the gift in the giving service.
    var requestKey: String { (secret?.following(form.text) ?? form).requestKey }

    /// The key of the next gift from the same form, after the gift with this key was declined.
    var next: GiftKey { GiftKey(form.following("again"), secret) }

    /// The path of the gift's page.
    var path: String { "/-/give/\(secret == nil ? "" : String(Self.mark))\(form.text)" }
}

/// The donor's browser, which is identified by a random secret in a cookie. The server does not store the
/// secret.
struct DonorBrowser: Hashable {
    typealias Secret = SecretToken<LetterToken128>

    /// The cookie's name.
    static let cookie = "browser"
    /// The lifetime of the cookie, in seconds: 30 days. This is longer than needed, because a gift's page can
    /// be opened for only a day.
    static let lifeSeconds: Int64 = 2_592_000

    /// The secret; nil if the browser has not sent the cookie.
    let secret: Secret?

    /// Reads the cookie. A value that is not a secret is ignored.
    init(_ cookies: Cookies) { secret = Secret(cookies[Self.cookie]) }

    /// Returns a cookie with a new secret.
    static func newCookie(isSecure: Bool, random: () -> UInt64) -> SetCookie {
        var cookie = SetCookie(
            cookie, Secret(random: random).text, path: "/", isSecure: isSecure, lifeSeconds: lifeSeconds)
        // A giving page is opened from a tag or from another site.
        cookie.isSameSiteLax = true
        return cookie
    }
}

extension PageRequest {
    /// The browser that sent the request.
    var browser: DonorBrowser { DonorBrowser(cookies) }
}
