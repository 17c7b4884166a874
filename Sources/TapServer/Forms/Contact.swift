import Foundation
import ServerKit
import TextKit
import TokenKit

/// The donor's details, as they were entered or passed on by a wallet.
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

    /// The contact stored in the simulated wallet, a fictional person.
    ///
    /// Source: RFC 2606 §3 (example.org); 555-0100 to 555-0199 are reserved for fiction (NANPA).
    static let ofWallet: Contact = {
        var contact = Contact()
        (contact.name, contact.email, contact.phone) = ("Pat Example", "pat@example.org", "+1 202 555 0143")
        return contact
    }()

    /// The first thing that is missing, in words; nil where all is there.
    var flaw: String? {
        if name.isEmpty { return "Your name is missing." }
        if email.isEmpty { return "Your e-mail address is missing. We send the receipt to it." }
        return phone.isEmpty ? "Your phone number is missing." : nil
    }
}

/// A donor's details from a review before the gift was changed, stored for ten minutes in the browser only.
///
/// They are filled in again at the next review of the same form. So no address contains a donor's details, and a link
/// is enough to open any page again.
enum KeptContact {
    /// The cookie's name.
    static let name = "contact"
    /// The one page that it is sent to.
    static let path = "/-/review"
    /// The lifetime of the cookie, in seconds.
    static let lifeSeconds: Int64 = 600
    /// Longer details must be typed again: browsers store about 4,000 octets.
    static let maxBytes = 2_000

    /// The cookie; nil if it would be too long.
    static func cookie(_ contact: Contact, of key: FormKey, isSecure: Bool) -> SetCookie? {
        let parts = [contact.name, contact.email, contact.phone].map(FormURLEncoding.escaped)
        let value = ([key.text] + parts).joined(separator: "!")
        guard value.utf8.count <= maxBytes else { return nil }
        return SetCookie(name, value, path: path, isSecure: isSecure, lifeSeconds: lifeSeconds)
    }

    /// Returns the details typed for this form, or nil if the cookie has none.
    static func read(_ cookies: Cookies, of key: FormKey) -> Contact? {
        let parts = (cookies[name] ?? "").split(separator: "!", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == key.text else { return nil }
        let texts = parts.dropFirst().map { $0.removingPercentEncoding ?? "" }
        var contact = Contact()
        (contact.name, contact.email, contact.phone) = (texts[0], texts[1], texts[2])
        return contact
    }
}
