import Foundation
import ServerKit
import TextKit
import TokenKit

/// The donor's details, entered by the donor or provided by a wallet.
struct Contact: Hashable, Sendable {
    var name = ""
    var email = ""
    var phone = ""

    init() {}

    init(_ fields: FormFields) {
        name = fields["name"] ?? ""
        email = fields["email"] ?? ""
        phone = fields["phone"] ?? ""
    }

    /// The contact of a fictional person, stored in the simulated wallet.
    ///
    /// Source: RFC 2606 §3 (example.org); 555-0100 to 555-0199 are reserved for fiction (NANPA).
    static let ofWallet: Contact = {
        var contact = Contact()
        (contact.name, contact.email, contact.phone) = ("Pat Example", "pat@example.org", "+1 202 555 0143")
        return contact
    }()

    /// A description of the first missing field; nil if the details are complete.
    var flaw: String? {
        if name.isEmpty { return "Your name is missing." }
        if email.isEmpty { return "Your e-mail address is missing. We send the receipt to it." }
        return phone.isEmpty ? "Your phone number is missing." : nil
    }
}

/// A donor's details that were typed in a review, stored in the browser for ten minutes while the donor changes the
/// gift.
///
/// They are filled in when the review of the same form is opened again. No URL therefore contains a donor's details,
/// and a URL is enough to open any page again.
enum KeptContact {
    /// The cookie's name.
    static let name = "contact"
    /// The path of the only page to which the cookie is sent.
    static let path = "/-/review"
    /// The lifetime of the cookie in seconds.
    static let lifeSeconds: Int64 = 600
    /// The maximum size of the stored details in bytes. Browsers store about 4,000 bytes per cookie. Longer details are
    /// not stored, and have to be typed again.
    static let maxBytes = 2_000

    /// Returns the cookie with the details; nil if it would be too long.
    static func cookie(_ contact: Contact, of key: FormKey, isSecure: Bool) -> SetCookie? {
        let parts = [contact.name, contact.email, contact.phone].map(FormURLEncoding.escaped)
        let value = ([key.text] + parts).joined(separator: "!")
        guard value.utf8.count <= maxBytes else { return nil }
        return SetCookie(name, value, path: path, isSecure: isSecure, lifeSeconds: lifeSeconds)
    }

    /// Returns the details that were typed in this form; nil if the cookie contains none for it.
    static func read(_ cookies: Cookies, of key: FormKey) -> Contact? {
        let parts = (cookies[name] ?? "").split(separator: "!", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == key.text else { return nil }
        let texts = parts.dropFirst().map { $0.removingPercentEncoding ?? "" }
        var contact = Contact()
        (contact.name, contact.email, contact.phone) = (texts[0], texts[1], texts[2])
        return contact
    }
}
