import DigestKit

/// A token that proves that a form was sent by a page of the same session. Another site could also send the
/// form, but does not know the token.
///
/// The CSRF token is derived from the session's token, so it does not have to be stored. The session's token
/// cannot be derived from the CSRF token.
public struct CSRFToken: Hashable, Sendable {
    /// The token as text, which has 43 characters of base64url. It is part of each form in the session.
    public let text: String

    /// Derives the token from a session's token.
    init(of token: String) {
        text = BinaryTextEncoding.base64url.text(HMACSHA256.code(for: "form".utf8, key: token.utf8))
    }

    /// Returns whether the token that was sent is correct. The time that the comparison takes does not depend
    /// on how many characters are correct.
    public func isRight(_ sent: String?) -> Bool {
        sent.map { ConstantTime.areEqual($0.utf8, text.utf8) } ?? false
    }
}

extension SecretToken {
    /// The CSRF token that belongs to this token.
    public var csrfToken: CSRFToken { CSRFToken(of: text) }
}
