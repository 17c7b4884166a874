/// Descriptions of the details that an account must provide.
///
/// Source: Stripe API reference, "The Account object", `requirements`.
enum RequirementText {
    /// Returns the description of a field, such as `Date of birth, day` for `individual.dob.day`. If the
    /// field is unknown, the description consists of the words in its name.
    static func words(for field: String) -> String {
        if let known = fields[field] { return known }
        let parts = field.split(separator: ".")
        guard let owner = parts.first, parts.count > 1 else { return sentence(field) }
        let rest = parts.dropFirst().joined(separator: ".")
        let detail = details[rest] ?? sentence(rest)
        switch owner {
        case "individual": return detail
        case "company": return "Company: \(detail)"
        case "owners": return "Owner: \(detail)"
        default:
            let isPerson = owner == "representative" || owner.hasPrefix("person_")
            return isPerson ? "Representative: \(detail)" : detail
        }
    }

    private static func sentence(_ name: String) -> String {
        let words = name.replacing("_", with: " ").replacing(".", with: ", ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    private static let fields = [
        "business_profile.mcc": "Industry of your organization (merchant category code)",
        "business_profile.url": "Website of your organization",
        "business_type": "Type of your organization",
        "external_account": "Bank account for payouts",
        "tos_acceptance.date": "Date on which you accepted the terms of service",
        "tos_acceptance.ip": "IP address from which you accepted the terms of service",
    ]

    private static let details = [
        "address.city": "Address, city",
        "address.line1": "Address, street and number",
        "address.postal_code": "Address, postal code",
        "address.state": "Address, state",
        "dob.day": "Date of birth, day",
        "dob.month": "Date of birth, month",
        "dob.year": "Date of birth, year",
        "email": "E-mail address",
        "id_number": "Identification number",
        "owners_provided": "Confirmation that all owners are listed",
        "phone": "Phone number",
        "relationship.executive": "Whether the person is an executive",
        "relationship.title": "Job title",
        "ssn_last_4": "Last four digits of the Social Security number",
        "tax_id": "Tax number",
        "verification.document": "Copy of an identity document",
    ]
}
