/// Who gave, as they wrote themselves with a gift.
///
/// It belongs to that gift alone: whoever types the same address with another one may call themselves otherwise, and
/// what is typed proves nothing.
public struct DonorDetails: Hashable, Sendable, Codable {
    /// In any script.
    public var name: String
    /// As it was typed; the donor is known by its key.
    public var email: String
    /// In any form.
    public var phone: String?

    /// Somebody as they wrote themselves.
    ///
    /// - Throws: ``DirectoryError`` with everything that is wrong; it never holds what was typed.
    public init(name: String, email: String, phone: String? = nil) throws(DirectoryError) {
        var check = FieldCheck()
        let name = check.name(name, of: "a donor")
        let address = EmailAddress(email)
        if address == nil {
            check.refuse(
                .malformed, .email, "this is no e-mail address",
                reason: EmailAddress.flaw(of: email), remedy: "Write it like name@example.org.")
        }
        let number = phone.flatMap { DisplayText.checked($0, longest: Self.longestPhone) }
        if let phone, !phone.isEmpty, number == nil {
            check.refuse(
                .malformed, .phone, "this is no telephone number",
                reason: "it has at most \(Self.longestPhone) characters, none of them invisible",
                remedy: "Write it as it is dialed, or leave it out.")
        }
        (self.name, self.email, self.phone) = try check.passed((name, address?.text ?? "", number))
    }

    /// The longest telephone number, in Unicode scalars: longer than any, with everything that people write into it.
    static let longestPhone = 40
}
