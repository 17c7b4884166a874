import DigestKit

/// What shows that a form came from a page of this very session: another site can send a form, and cannot know this.
///
/// It follows from the session's token, so that nothing is kept for it, and the token does not follow from it.
public struct CSRFToken: Hashable, Sendable {
    /// 43 letters of base64url, which each form of the session carries.
    public let text: String

    /// Of a session's token.
    init(of token: String) {
        text = BinaryTextEncoding.base64url.text(HMACSHA256.code(for: "form".utf8, key: token.utf8))
    }

    /// Whether a form sent it; how long that takes to tell says nothing about how much of it was right.
    public func isRight(_ sent: String?) -> Bool {
        guard let sent else { return false }
        return ConstantTime.areEqual(sent.utf8, text.utf8)
    }
}

extension SecretToken {
    /// What the forms of its session carry.
    public var csrfToken: CSRFToken { CSRFToken(of: text) }
}
