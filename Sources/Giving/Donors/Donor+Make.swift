public import TimeKit

extension Donor {
    /// A donor as they wrote themselves.
    ///
    /// - Throws: ``DirectoryError`` with everything that is wrong; it never holds what was typed.
    public static func make(
        id: String, name: String, email: String, phone: String? = nil, at time: Timestamp
    ) throws(DirectoryError) -> Donor {
        var check = FieldCheck()
        let name = check.name(name, of: "a donor")
        let address = EmailAddress(email)
        if address == nil {
            check.refuse(
                .malformed, .email, "this is no e-mail address",
                reason: "a receipt could not be sent to it", remedy: "Write it as in name@example.org.")
        }
        let number = phone.flatMap { DisplayText.checked($0, longest: Donor.longestPhone) }
        if let phone, !phone.isEmpty, number == nil {
            check.refuse(
                .malformed, .phone, "this is no telephone number",
                reason: "it has at most \(Donor.longestPhone) characters, none of them invisible",
                remedy: "Write it as it is dialed, or leave it out.")
        }
        return try check.passed(
            Donor(id: id, name: name, email: address?.text ?? "", phone: number, created: time))
    }

    /// The longest telephone number, in Unicode scalars: longer than any, with everything that people write into it.
    static let longestPhone = 40
}
