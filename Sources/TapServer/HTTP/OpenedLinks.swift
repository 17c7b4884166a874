import ServerKit
import TokenKit

/// The tokens of the links that a browser has opened, stored in a cookie.
///
/// The address of an opened link contains an alias of the token: the first digits of its hash. The token
/// cannot be derived from the alias, and a browser without the cookie cannot open the address.
struct OpenedLinks: Hashable {
    /// The cookie's name.
    static let cookie = "links"
    /// The lifetime of the cookie, in seconds. It is 400 days, the longest that browsers accept, because a
    /// buyer might return to the page of a plan after a long time.
    static let lifeSeconds: Int64 = 34_560_000
    /// The maximum number of tokens in the cookie. The oldest token is removed first.
    static let most = 10
    /// The number of hex digits in an alias.
    static let aliasDigits = 12

    /// The tokens, newest first.
    private var tokens: [String]
    private var isChanged = false

    /// Reads the cookie. A value that is not a token is ignored.
    init(_ cookies: Cookies) {
        let parts = (cookies[Self.cookie] ?? "").split(separator: ".", maxSplits: Self.most)
        tokens = parts.prefix(Self.most).map(String.init).filter(Self.isToken)
    }

    /// Returns the token with this alias; nil if the browser has not opened that link.
    func token(of alias: String) -> String? { tokens.first { Self.alias(of: $0) == alias } }

    /// Adds a token at the front. If the list already contains the token, moves the token to the front.
    mutating func keep(_ token: String) {
        guard tokens.first != token else { return }
        tokens = Array(([token] + tokens.filter { $0 != token }).prefix(Self.most))
        isChanged = true
    }

    /// Returns the cookie if the browser must store it again; nil if the tokens have not changed.
    ///
    /// - Parameter isSecure: Whether the site uses TLS.
    func change(isSecure: Bool) -> SetCookie? {
        guard isChanged else { return nil }
        var cookie = SetCookie(
            Self.cookie, tokens.joined(separator: "."), path: "/", isSecure: isSecure,
            lifeSeconds: Self.lifeSeconds)
        // A link in an e-mail is opened from another site.
        cookie.isSameSiteLax = true
        return cookie
    }

    /// Returns the alias that replaces a token in addresses.
    static func alias(of token: String) -> String { String(TextHash.of(token).prefix(aliasDigits)) }

    /// Returns whether a string has the length and characters of an alias.
    static func isAlias(_ text: String) -> Bool {
        text.utf8.count == aliasDigits
            && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    }

    /// Returns whether a string has the length and characters of a token.
    static func isToken(_ text: String) -> Bool {
        SecretToken<LetterToken128>(text) != nil || SecretToken<LetterToken256>(text) != nil
            || SecretToken<HexToken128>(text) != nil
    }
}
