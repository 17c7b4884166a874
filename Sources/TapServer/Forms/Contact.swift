import ServerKit

/// Who gives, as it was entered or as a wallet gave it.
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

    /// What the simulated wallet has on record: a person that does not exist.
    ///
    /// Source: RFC 2606 §3 (example.org); 555-0100 to 555-0199 are kept for fiction (NANPA).
    static let ofWallet: Contact = {
        var contact = Contact()
        (contact.name, contact.email, contact.phone) = ("Pat Example", "pat@example.org", "+1 202 555 0143")
        return contact
    }()

    /// The first thing that is missing, in words; nil where all is there.
    var flaw: String? {
        if name.isEmpty { return "Your name is missing." }
        if email.isEmpty { return "Your e-mail address is missing: the receipt goes there." }
        return phone.isEmpty ? "Your phone number is missing." : nil
    }
}
