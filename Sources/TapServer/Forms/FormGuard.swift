import Crypto
import Foundation
import Giving

/// What shows that a form came from a page of this very session: another site can send a form, and cannot know this.
///
/// It follows from the session's token, so that nothing is kept for it.
struct FormGuard: Hashable, Sendable {
    /// 64 hexadecimal digits.
    let text: String

    /// Of a session.
    init(_ session: BearerToken) {
        let key = SymmetricKey(data: Data(session.text.utf8))
        let code = HMAC<SHA256>.authenticationCode(for: Data("form of a donor".utf8), using: key)
        text = code.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// Whether a form sent it; how long that takes to tell says nothing about how much of it was right.
    func isRight(_ sent: String?) -> Bool {
        guard let sent, sent.utf8.count == text.utf8.count else { return false }
        return zip(sent.utf8, text.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// As a field that nobody sees.
    var field: HTML { .hidden(Self.name, text) }

    /// The name of the field.
    static let name = "guard"
}
