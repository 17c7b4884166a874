/// A donor's name and contact details, as entered with one gift.
///
/// The details belong only to that gift. Another gift with the same e-mail address can have a different name,
/// and an entered name or address does not prove anyone's identity.
public struct DonorDetails: Hashable, Sendable, Codable {
    /// The name, in any script.
    public var name: String
    /// The e-mail address as typed. The donor is identified by ``EmailAddress/key``.
    public var email: String
    /// The telephone number as typed, or nil.
    public var phone: String?

    /// Checks the details that a donor entered.
    ///
    /// - Throws: ``DirectoryError`` with every problem. The error contains no part of the input except a
    ///   character that cannot be displayed.
    public init(name: String, email: String, phone: String? = nil) throws(DirectoryError) {
        var check = FieldCheck()
        let name = check.name(name, of: "a donor")
        let address = EmailAddress(email)
        if address == nil {
            check.refuse(
                .malformed, .email, "this is not an e-mail address",
                reason: EmailAddress.flaw(of: email), remedy: "Enter an address such as name@example.org.")
        }
        let number = phone.flatMap { phone in
            phone.isEmpty
                ? nil
                : check.display(
                    phone, .phone, atMost: Self.longestPhone, orSay: "this is not a phone number")
        }
        (self.name, self.email, self.phone) = try check.passed((name, address?.text ?? "", number))
    }

    /// The maximum length of a telephone number, in Unicode scalars. The limit leaves room for separators and
    /// an extension.
    static let longestPhone = 40
}
