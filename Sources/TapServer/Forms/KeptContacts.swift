import ServerKit
import Synchronization
import TokenKit

/// The donors' details that were typed in a review, kept in memory for ten minutes while a donor changes the gift.
///
/// They are filled in when the review of the same form is opened again in the same browser. The browser has only a
/// random token in a cookie, so that no URL and no cookie contains a donor's details.
final class KeptContacts: Sendable {
    /// The token in the cookie.
    typealias Token = SecretToken<LetterToken128>

    /// The cookie's name.
    static let name = "contact"
    /// The path of the only page to which the cookie is sent, unless it is sent over TLS.
    static let path = "/-/review"
    /// The time for which details are kept, in seconds.
    static let lifeSeconds: Int64 = 600
    /// The maximum number of kept details. The oldest are dropped first, and have to be typed again.
    static let most = 2_000
    /// The maximum size of the details in bytes. Longer details are not kept.
    static let maxBytes = 2_000

    private struct Kept {
        var contact: Contact
        var key: FormKey
        var end: Duration
    }

    private let clock: MonotonicClock
    private let kept = Mutex<(contacts: [String: Kept], order: [String])>(([:], []))

    init(clock: MonotonicClock = .system) { self.clock = clock }

    /// Keeps the details that were typed in a form.
    ///
    /// - Returns: The cookie with the token for these details; nil if they are too long.
    func keep(
        _ contact: Contact, of key: FormKey, isSecure: Bool, random: () -> UInt64
    ) -> SetCookie? {
        let bytes = [contact.name, contact.email, contact.phone].reduce(0) { $0 + $1.utf8.count }
        guard bytes <= Self.maxBytes else { return nil }
        let token = Token(random: random)
        let now = clock.now()
        kept.withLock { kept in
            while let oldest = kept.order.first,
                kept.order.count >= Self.most || (kept.contacts[oldest]?.end ?? now) <= now
            {
                kept.order.removeFirst()
                kept.contacts[oldest] = nil
            }
            kept.order.append(token.hash)
            kept.contacts[token.hash] = Kept(
                contact: contact, key: key, end: now + .seconds(Self.lifeSeconds))
        }
        return SetCookie(
            Self.name, token.text, path: Self.path, isSecure: isSecure, lifeSeconds: Self.lifeSeconds)
    }

    /// Returns the details that were typed in this form in this browser; nil if none are kept.
    func read(_ cookies: Cookies, of key: FormKey) -> Contact? {
        guard let token = Token(cookies[Self.name]) else { return nil }
        let found = kept.withLock { $0.contacts[token.hash] }
        guard let found, found.key == key, clock.now() < found.end else { return nil }
        return found.contact
    }
}
