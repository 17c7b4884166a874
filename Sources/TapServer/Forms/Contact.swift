import Foundation
import Giving
import ServerKit

/// The donor's name and contact details, entered by the donor or provided by a wallet.
struct Contact: Hashable {
    var name = ""
    var email = ""
    var phone = ""

    init() {}

    init(_ fields: FormFields) {
        name = DonorDetails.withoutMarks(aroundName: fields["name"] ?? "")
        email = fields["email"] ?? ""
        phone = DonorDetails.plainPhone(fields["phone"] ?? "")
    }

    /// The contact details of a fictional person, stored in the simulated wallet.
    ///
    /// Source: RFC 2606 §3 (example.org); 555-0100 to 555-0199 are reserved for fiction (NANPA).
    static let ofWallet: Contact = {
        var contact = Contact()
        (contact.name, contact.email, contact.phone) = ("Pat Example", "pat@example.org", "+1 202 555 0143")
        return contact
    }()

    /// The name of the first missing field; nil if the details are complete.
    var missingField: String? {
        name.isEmpty ? "name" : email.isEmpty ? "email" : phone.isEmpty ? "phone" : nil
    }

    /// The error message for the first field that is missing; nil if the details are complete.
    var flaw: String? {
        if name.isEmpty { return "Your name is missing." }
        if email.isEmpty { return "Your e-mail address is missing. We need it for the receipt." }
        return phone.isEmpty ? "Your phone number is missing." : nil
    }
}
