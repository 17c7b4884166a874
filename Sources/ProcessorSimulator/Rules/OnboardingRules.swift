import Processor
import TextKit

/// The rules that determine an account's capabilities from its verified details.
///
/// Source: Stripe documentation, "Connect onboarding", "Handle verification".
enum OnboardingRules {
    /// The prefix of onboarding links. No server exists at this address.
    static let linkPrefix = "https://connect.processor.invalid/setup/"
    static let dashboardPrefix = "https://connect.processor.invalid/express/"

    private static let asked = [
        "business_profile.url", "external_account", "individual.dob.day", "individual.first_name",
        "individual.id_number", "individual.last_name", "tos_acceptance.date",
    ]

    /// Sets the requirements of a new account for which no details have been submitted.
    static func begin(_ account: inout Account) {
        account.currentlyDue = asked
        account.disabledReason = "requirements.past_due"
    }

    static func apply(_ outcome: Account.OnboardingOutcome, to account: inout Account) {
        switch outcome {
        case .complete: grant(.active, to: &account)
        case .pendingVerification:
            grant(.pending, to: &account, because: "requirements.pending_verification")
            account.pendingVerification = ["individual.verification.document"]
        case .abandoned:
            // Details in a form that was not submitted are lost.
            break
        case .rejected: grant(.inactive, to: &account, because: "rejected.other")
        }
    }

    /// Updates an account's capabilities and requirements after its details were reviewed.
    ///
    /// - Parameters:
    ///   - answer: The result of verifying the details.
    ///   - missing: The requirements that the account does not fulfill.
    ///   - requested: The requested capabilities.
    static func apply(
        _ answer: VerificationRules.Answer, missing: [String], requested: [String], to account: inout Account
    ) {
        account.currentlyDue = missing
        account.pendingVerification = []
        account.disabledReason = nil
        var state = Account.Capability.inactive
        if !missing.isEmpty {
            account.disabledReason = "requirements.past_due"
        } else if !requested.isEmpty {
            account.detailsSubmitted = true
            switch answer {
            case .verified: state = .active
            case .pending(let fields):
                state = .pending
                account.pendingVerification = fields
                account.disabledReason = "requirements.pending_verification"
            case .failed(let failures):
                account.currentlyDue = failures.map(\.requirement).sorted()
                account.disabledReason = "requirements.past_due"
            }
        }
        account.transfers = requested.contains("transfers") ? state : .inactive
        account.cardPayments = requested.contains("card_payments") ? state : .inactive
        account.chargesEnabled = account.cardPayments == .active
        account.payoutsEnabled = state == .active
    }

    private static func grant(
        _ capability: Account.Capability, to account: inout Account, because reason: String? = nil
    ) {
        account.detailsSubmitted = true
        account.currentlyDue = []
        account.pendingVerification = []
        account.disabledReason = reason
        account.transfers = capability
        account.cardPayments = capability
        account.chargesEnabled = capability == .active
        account.payoutsEnabled = capability == .active
    }
}

/// The rules for verifying the details of an account.
///
/// Source: Stripe documentation, "Handle verification with the API"; "Testing Connect", test dates of birth,
/// addresses and numbers.
enum VerificationRules {
    /// The result of a verification.
    enum Answer: Hashable {
        case verified
        /// The details were neither verified nor rejected. The associated value lists the documents that are
        /// required.
        case pending([String])
        case failed([VerificationFailure])
    }

    /// Returns the requirements that the account does not fulfill.
    static func missing(in submitted: JSONTree, hasBankAccount: Bool) -> [String] {
        guard let type = submitted["business_type"].string else {
            return ["business_type"] + common(submitted, hasBankAccount)
        }
        let fields = type == "individual" ? person : company
        return (fields.filter { value(of: $0, in: submitted).isNull } + common(submitted, hasBankAccount))
            .sorted()
    }

    private static func common(_ submitted: JSONTree, _ hasBankAccount: Bool) -> [String] {
        var missing = ["tos_acceptance.date", "tos_acceptance.ip", "business_profile.mcc"].filter {
            value(of: $0, in: submitted).isNull
        }
        let profile = submitted["business_profile"]
        if profile["url"].isNull, profile["product_description"].isNull {
            missing.append("business_profile.url")
        }
        if !hasBankAccount { missing.append("external_account") }
        return missing
    }

    /// Returns the result of verifying submitted details.
    ///
    /// - Precondition: The details fulfill all requirements.
    static func answer(to submitted: JSONTree) -> Answer {
        let isPerson = submitted["business_type"].string == "individual"
        let owner = isPerson ? "individual" : "company"
        let number = isPerson ? "id_number" : "tax_id"
        let facts = submitted[owner]
        var failures: [VerificationFailure] = []
        if facts[number].string == "111111111" {
            failures.append(
                VerificationFailure(
                    code: isPerson
                        ? "verification_failed_id_number_match" : "verification_failed_tax_id_match",
                    reason: "The tax or identity number does not match the name.",
                    requirement: "\(owner).\(number)"))
        }
        if facts["address"]["line1"].string == "address_no_match" {
            failures.append(
                VerificationFailure(
                    code: "verification_failed_address_match",
                    reason: "The address could not be matched.", requirement: "\(owner).address.line1"))
        }
        guard failures.isEmpty else { return .failed(failures) }
        let knownNumber =
            ["000000000", "222222222"].contains(facts[number].string) || facts["ssn_last_4"].string == "0000"
        let knownBirth = !isPerson || isKnownBirth(facts["dob"])
        if facts["verification"]["document"]["front"].string == verifiedDocument { return .verified }
        guard knownNumber, knownBirth, facts["address"]["line1"].string == "address_full_match" else {
            return .pending(["\(owner).verification.document"])
        }
        return .verified
    }

    /// Returns whether a date of birth is 1901-01-01 or 1902-01-01, which Stripe verifies immediately.
    private static func isKnownBirth(_ dob: JSONTree) -> Bool {
        [1901, 1902].contains(dob["year"].integer) && dob["month"].integer == 1 && dob["day"].integer == 1
    }

    /// Returns the submitted details without identification numbers that could belong to a real person. Each
    /// of these numbers is replaced by a placeholder. Test numbers are kept.
    static func masked(_ submitted: JSONTree) -> JSONTree {
        guard var object = submitted.object else { return submitted }
        for (owner, names) in [("individual", ["id_number", "ssn_last_4"]), ("company", ["tax_id"])] {
            guard var part = object[owner]?.object else { continue }
            for name in names {
                guard let text = part[name]?.string, !testNumbers.contains(text) else { continue }
                part[name] = "given"
            }
            object[owner] = part.tree
        }
        return object.tree
    }

    /// The id of a document image that Stripe accepts as valid in test mode.
    ///
    /// Source: Stripe documentation, "Testing Connect", test document images.
    private static let verifiedDocument = "file_identity_document_success"
    private static let testNumbers: Set<String> = ["000000000", "111111111", "222222222", "0000"]

    /// Returns the submitted value for a requirement, such as `individual.dob.day`.
    ///
    /// If the last four digits of the social security number were submitted, they fulfill
    /// `individual.id_number`. In that case, the result for this requirement is `true`.
    private static func value(of requirement: String, in submitted: JSONTree) -> JSONTree {
        if requirement == "individual.id_number", !submitted["individual"]["ssn_last_4"].isNull {
            return true
        }
        return requirement.split(separator: ".").reduce(submitted) { $0[String($1)] }
    }

    private static let address = ["city", "line1", "postal_code", "state"]
    private static let person =
        ["dob.day", "dob.month", "dob.year", "email", "first_name", "id_number", "last_name", "phone"]
        .map { "individual.\($0)" } + address.map { "individual.address.\($0)" }
    private static let company =
        ["name", "phone", "tax_id"].map { "company.\($0)" } + address.map { "company.address.\($0)" }
}
