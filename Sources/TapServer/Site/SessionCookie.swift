import Giving
import ServerKit

/// What a browser keeps while a donor is signed in, and from a link's page on: then it says nothing of them.
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
