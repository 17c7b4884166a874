import ServerKit
import TokenKit

/// The tokens of links that were opened in a browser. The browser keeps them in cookies.
///
/// The address of an opened link contains an alias of the token: the first digits of its hash. The token cannot be
/// derived from the alias, and a browser without the cookie cannot open the address.
struct OpenedLinks: Hashable, Sendable {
    /// The links that share a cookie.
    enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Links that a person was sent.
        case link = "links"
        /// The pages of gifts. No e-mail contains their links.
        case gift = "gifts"

        /// The cookie's name.
        var cookie: String { rawValue }

        /// The lifetime of the cookie, in seconds. For links it is 400 days, the longest that browsers accept, because
        /// a buyer returns to a plan by its address. The page of a gift is shown for a day.
        var lifeSeconds: Int64 { self == .link ? 34_560_000 : 86_400 }
    }

    /// The maximum number of tokens in a cookie. The oldest is dropped first.
    static let most = 10
    /// The number of hex digits in an alias.
    static let aliasDigits = 12

    /// The tokens in each cookie, newest first; nil if the browser did not send the cookie.
    private var tokens: [Kind: [String]] = [:]
    private var changed: Set<Kind> = []

    /// Reads the cookies. A value that is not a token is ignored.
    init(_ cookies: Cookies) {
        for kind in Kind.allCases {
            guard let value = cookies[kind.cookie] else { continue }
            let parts = value.split(separator: ".", maxSplits: Self.most).prefix(Self.most)
            tokens[kind] = parts.map(String.init).filter(Self.isToken)
        }
    }

    /// Whether tokens of this kind are replaced in addresses.
    ///
    /// A donor whose browser refuses cookies can still give: the browser gets the first cookie with the giving page,
    /// and if it does not send the cookie back, the gift's address contains the token.
    func areUsed(for kind: Kind) -> Bool { kind == .link || tokens[kind] != nil }

    /// Returns the token with this alias; nil if the browser has not opened its link.
    func token(of alias: String, _ kind: Kind) -> String? {
        tokens[kind]?.first { Self.alias(of: $0) == alias }
    }

    /// Adds a token, or moves it to the front.
    ///
    /// The key of a gift keeps its place. After a cookie has changed, a browser would not restore the giving page after
    /// "Back", and would load a form with another key.
    mutating func keep(_ token: String, as kind: Kind) {
        let known = tokens[kind] ?? []
        guard kind == .link ? known.first != token : !known.contains(token) else { return }
        tokens[kind] = Array(([token] + known.filter { $0 != token }).prefix(Self.most))
        changed.insert(kind)
    }

    /// Returns the cookies to set, which are those with a new token.
    ///
    /// - Parameter isSecure: Whether the site uses TLS.
    func changes(isSecure: Bool) -> [SetCookie] {
        Kind.allCases.filter(changed.contains).map { kind in
            var cookie = SetCookie(
                kind.cookie, (tokens[kind] ?? []).joined(separator: "."), path: "/", isSecure: isSecure,
                lifeSeconds: kind.lifeSeconds)
            // A link in an e-mail is opened from another site.
            cookie.comesWithLinks = true
            return cookie
        }
    }

    /// Returns the alias that replaces a token in addresses.
    static func alias(of token: String) -> String { String(TextHash.of(token).prefix(aliasDigits)) }

    /// Returns whether a text has the form of an alias.
    static func isAlias(_ text: String) -> Bool {
        text.utf8.count == aliasDigits
            && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    }

    /// Returns whether a text has the form of a token.
    static func isToken(_ text: String) -> Bool {
        SecretToken<LetterToken128>(text) != nil || SecretToken<LetterToken256>(text) != nil
            || SecretToken<HexToken128>(text) != nil
    }
}

/// The part of a route's addresses that is a secret.
struct AddressSecret: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        /// The variable segment of the path with this index.
        case segment(Int)
        /// The field of the query with this name.
        case field(String)
    }

    let part: Part
    let kind: OpenedLinks.Kind

    /// Creates the description for a route; nil if its addresses contain no secret.
    init?(_ path: RoutePath, field: String?) {
        if let index = path.secretIndex {
            part = .segment(index)
        } else if let field {
            part = .field(field)
        } else {
            return nil
        }
        let name = path.secretIndex.map { path.names[$0] } ?? field
        kind = name == "key" ? .gift : .link
    }
}
