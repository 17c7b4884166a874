import DigestKit

/// A token that proves that a form was sent from a page of the same session. Another site can send a form, but does not
/// know the token.
///
/// The token is derived from the session's token, so it is not stored. The session's token cannot be derived from it.
public struct CSRFToken: Hashable, Sendable {
    /// The token as text: 43 characters of base64url. Each form of the session includes it.
    public let text: String

    /// Derives the token from a session's token.
    init(of token: String) {
        text = BinaryTextEncoding.base64url.text(HMACSHA256.code(for: "form".utf8, key: token.utf8))
    }

    /// Returns whether a form sent the correct token. The duration does not depend on how many characters are correct.
    public func isRight(_ sent: String?) -> Bool {
        guard let sent else { return false }
        return ConstantTime.areEqual(sent.utf8, text.utf8)
    }
}

extension SecretToken {
    /// The CSRF token for the forms of the session with this token.
    public var csrfToken: CSRFToken { CSRFToken(of: text) }
}
