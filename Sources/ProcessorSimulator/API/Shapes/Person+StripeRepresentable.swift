import Processor
import TextKit

extension Person: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        let review = try PersonReview(of: self, work)
        var fields: JSONObject = [
            "account": account, "created": created,
            "additional_tos_acceptances": [
                "account": Self.filled(
                    ["date", "ip", "user_agent"], details["additional_tos_acceptances"]["account"])
            ] as JSONObject,
            "address": Self.filled(Self.addressParts, details["address"]),
            "dob": Self.filled(["day", "month", "year"], details["dob"]),
            "full_name_aliases": details["full_name_aliases"].elements,
            "future_requirements": PersonReview.requirements(), "metadata": metadata,
            "id_number_provided": details["id_number"].string != nil,
            "id_number_secondary_provided": details["id_number_secondary"].string != nil,
            "ssn_last_4_provided": details["ssn_last_4"].string != nil || details["id_number"].string != nil,
            "relationship": relationship, "requirements": review.requirements,
            "verification": verification(review),
        ]
        for name in Self.texts where !details[name].isNull { fields[name] = details[name] }
        for (name, parts) in Self.objects where details[name].object != nil {
            fields[name] = Self.filled(parts, details[name]).tree
        }
        return fields
    }

    /// The details that the processor returns exactly as submitted.
    private static let texts = [
        "email", "first_name", "first_name_kana", "first_name_kanji", "gender", "last_name",
        "last_name_kana", "last_name_kanji", "maiden_name", "nationality", "phone", "political_exposure",
    ]
    private static let addressParts = ["city", "country", "line1", "line2", "postal_code", "state"]
    /// The details that are returned only if they were submitted, with the names of their parts.
    private static let objects = [
        ("address_kana", addressParts + ["town"]), ("address_kanji", addressParts + ["town"]),
        ("registered_address", addressParts),
        ("us_cfpb_data", ["ethnicity_details", "race_details", "self_identified_gender"]),
    ]

    private var relationship: JSONObject {
        var fields = JSONObject(PersonRules.relationships) { _ in false }
        fields["percent_ownership"] = .null
        fields["title"] = .null
        if isIndividual { fields["representative"] = true }
        fields.lay(details["relationship"].fields)
        return fields
    }

    private func verification(_ review: PersonReview) -> JSONObject {
        func document(_ name: String) -> JSONObject {
            let submitted = details["verification"][name]
            return [
                "back": submitted["back"], "details": nil, "details_code": nil,
                "front": submitted["front"],
            ]
        }
        return [
            "additional_document": document("additional_document"),
            "details": review.failures.isEmpty
                ? nil : "Provided identity information could not be verified",
            "details_code": review.failures.isEmpty ? nil : "failed_keyed_identity",
            "document": document("document"), "status": review.status,
        ]
    }

    /// Returns an object with the members in `names`, taken from the submitted details. A member that was not
    /// submitted is null.
    private static func filled(_ names: [String], _ submitted: JSONTree) -> JSONObject {
        JSONObject(names) { submitted[$0] }
    }
}

/// The requirements that a person has not met, and the result of verifying the person.
private struct PersonReview {
    var missing: [String]
    var pending: [String] = []
    var failures: [VerificationFailure] = []
    var status = "unverified"

    init(of person: Person, _ work: EngineTransaction) throws {
        guard try work.profile(of: person.account)?.outcome != .complete else {
            (missing, status) = ([], "verified")
            return
        }
        missing = PersonRules.missing(of: person)
        guard missing.isEmpty else { return }
        switch PersonRules.answer(of: person) {
        case .verified: status = "verified"
        case .pending(let requirements): (pending, status) = (requirements, "pending")
        case .failed(let found): failures = found
        }
    }

    var requirements: JSONObject {
        Self.requirements(due: missing + failures.map(\.requirement), pending: pending, failures)
    }

    static func requirements(
        due: [String] = [], pending: [String] = [], _ failures: [VerificationFailure] = []
    ) -> JSONObject {
        [
            "alternatives": [] as JSONTree, "currently_due": due, "errors": failures.map(\.stripeJSON),
            "eventually_due": due, "past_due": due, "pending_verification": pending,
        ]
    }
}
