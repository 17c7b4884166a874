import ServerKit
import TokenKit

/// What a browser keeps from the review of a plan on: with the offer's token it makes the token of what is bought.
///
/// So whoever made an offer and passed its address on does not know the address of what another buys with it.
enum BuyerCookie {
    /// The cookie's name.
    static let name = "buyer"

    /// The cookie with this secret, for as long as the browser runs.
    static func of(_ secret: SecretToken<LetterToken128>, isSecure: Bool) -> SetCookie {
        SetCookie(name, secret.text, path: PlanPath.root, isSecure: isSecure)
    }

    /// What the browser has kept; nil where there is none.
    static func read(_ cookies: Cookies) -> SecretToken<LetterToken128>? { SecretToken(cookies[name]) }
}
