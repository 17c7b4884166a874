import Processor
import TextKit
import TimeKit

/// The rules for the persons associated with an account, and for their verification.
///
/// Source: Stripe documentation, "Required verification information", "Handle verification with the API";
/// "Testing Connect".
enum PersonRules {
    /// The names of the relationships that a person can have with an account.
    static let relationships = [
        "authorizer", "director", "executive", "legal_guardian", "owner", "representative",
    ]

    /// Checks the submitted details of a person.
    static func check(_ details: JSONTree) throws(ProcessorError) {
        if let email = details["email"].string { try IntentRules.check(email: email, parameter: "email") }
        let birth = details["dob"]
        let limits = [("day", Int64(1)...31), ("month", 1...12), ("year", 1900...2100)]
        for (part, range) in limits where birth.object != nil {
            guard let number = birth[part].integer, range.contains(number) else {
                throw .invalid("Invalid date of birth.", parameter: "dob[\(part)]")
            }
        }
        if case .number(let text) = details["relationship"]["percent_ownership"],
            TaxRules.percentage(text) == nil
        {
            throw .invalid(
                "The percentage of ownership must be between 0 and 100, with at most four decimal places.",
                parameter: "relationship[percent_ownership]")
        }
    }

    /// Returns the submitted details without identification numbers that could belong to a real person.
    static func masked(_ details: JSONTree) -> JSONTree {
        var masked = VerificationRules.masked(individual(details))["individual"].object ?? JSONObject()
        if masked["id_number_secondary"]?.string != nil { masked["id_number_secondary"] = "given" }
        return masked.tree
    }

    /// Returns the missing requirements of a person, such as `dob.day`.
    ///
    /// A company must submit all identifying details of its representative and its owners, but only the names
    /// of other persons.
    static func missing(of person: Person) -> [String] {
        guard person.isIdentified else {
            return ["first_name", "last_name"].filter { person.details[$0].isNull }
        }
        var missing = VerificationRules.missing(in: individual(person.details), hasBankAccount: true)
            .compactMap(shortened)
        if person.isRepresentative, !person.isIndividual, person.details["relationship"]["title"].isNull {
            missing.append("relationship.title")
        }
        return missing.sorted()
    }

    /// Returns the result of verifying a person.
    ///
    /// - Precondition: The person's details fulfill all requirements.
    static func answer(of person: Person) -> VerificationRules.Answer {
        guard person.isIdentified else { return .verified }
        return renamed(VerificationRules.answer(to: individual(person.details))) { shortened($0) ?? $0 }
    }

    /// Returns the missing requirements of the persons associated with a company. If the company has no
    /// representative, the result includes all requirements of a representative.
    static func missing(of persons: [Person], in submitted: JSONTree) -> [String] {
        guard isCompany(submitted) else { return [] }
        var missing = persons.flatMap { person in Self.missing(of: person).map { "\(person.id).\($0)" } }
        if !persons.contains(where: \.isRepresentative) {
            let person = Person(
                id: "", created: .earliest, account: "", details: ["relationship": ["representative": true]])
            missing += Self.missing(of: person).map { "representative.\($0)" }
        }
        return missing
    }

    /// Combines the result of verifying a company's account with the results of verifying the company's
    /// persons. For any other account, returns the account's result unchanged.
    static func answer(
        _ account: VerificationRules.Answer, with persons: [Person], in submitted: JSONTree
    ) -> VerificationRules.Answer {
        guard isCompany(submitted) else { return account }
        return persons.reduce(account) { result, person in
            combined(result, renamed(answer(of: person)) { "\(person.id).\($0)" })
        }
    }

    private static func isCompany(_ submitted: JSONTree) -> Bool {
        submitted["business_type"].string.map { $0 != "individual" } ?? false
    }

    /// Returns a person's details in the format of an individual's account, so that ``VerificationRules`` can
    /// check them.
    private static func individual(_ details: JSONTree) -> JSONTree {
        ["business_type": "individual", "individual": details]
    }

    /// Returns the name of an individual's requirement without the prefix `individual.`. Returns nil for a
    /// requirement of the account itself.
    private static func shortened(_ requirement: String) -> String? {
        let prefix = "individual."
        return requirement.hasPrefix(prefix) ? String(requirement.dropFirst(prefix.count)) : nil
    }

    private static func renamed(_ answer: VerificationRules.Answer, _ name: (String) -> String)
        -> VerificationRules.Answer
    {
        switch answer {
        case .verified: return .verified
        case .pending(let requirements): return .pending(requirements.map(name))
        case .failed(let failures):
            return .failed(
                failures.map {
                    VerificationFailure(code: $0.code, reason: $0.reason, requirement: name($0.requirement))
                })
        }
    }

    private static func combined(_ first: VerificationRules.Answer, _ second: VerificationRules.Answer)
        -> VerificationRules.Answer
    {
        switch (first, second) {
        case (.failed(let failures), .failed(let others)): .failed(failures + others)
        case (.failed, _): first
        case (_, .failed): second
        case (.pending(let requirements), .pending(let others)): .pending(requirements + others)
        case (.pending, _): first
        case (_, .pending), (.verified, .verified): second
        }
    }
}

extension Person {
    /// Whether the person represents the account's company, or is the account holder as an individual.
    var isRepresentative: Bool { isIndividual || details["relationship"]["representative"].bool == true }

    /// Whether Stripe must identify the person.
    fileprivate var isIdentified: Bool { isRepresentative || details["relationship"]["owner"].bool == true }
}
