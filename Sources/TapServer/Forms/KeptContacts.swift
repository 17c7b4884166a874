import ServerKit
import Synchronization
import TokenKit

/// The contact details that donors entered in the review form, kept in memory for ten minutes. A donor who
/// changes the gift need not enter them again.
///
/// If the donor opens the review of the same form again in the same browser, the details are filled in. The
/// browser's cookie contains only a random token, so that neither URLs nor cookies contain personal data.
final class KeptContacts: Sendable {
    /// The token in the cookie.
    typealias Token = SecretToken<LetterToken128>

    /// The cookie's name.
    static let name = "contact"
    /// The path of the review page. If the site does not use TLS, the browser sends the cookie only to this
    /// page.
    static let path = "/-/review"
    /// The time for which details are kept, in seconds.
    static let lifeSeconds: Int64 = 600
    /// The maximum number of donors whose details are kept. If there are more, the oldest details are
    /// deleted, and the donors who entered them must enter them again.
    static let most = 2_000
    /// The maximum size of a donor's details in bytes. Longer details are not kept.
    static let maxBytes = 2_000

    private struct Kept {
        var contact: Contact
        var key: FormKey
        var end: Duration
    }

    private let clock: MonotonicClock
    private let kept = Mutex<(contacts: [String: Kept], order: [String])>(([:], []))

    init(clock: MonotonicClock = .system) { self.clock = clock }

    /// Keeps the details that were entered in a form.
    ///
    /// - Returns: The cookie with the token for these details; nil if the details are too long.
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

    /// Returns the details that were entered in this form in this browser; nil if they were never entered or
    /// are no longer kept.
    func read(_ cookies: Cookies, of key: FormKey) -> Contact? {
        guard let token = Token(cookies[Self.name]) else { return nil }
        let found = kept.withLock { $0.contacts[token.hash] }
        guard let found, found.key == key, clock.now() < found.end else { return nil }
        return found.contact
    }
}
