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
            ] as JSONTree,
            "address": Self.filled(Self.addressParts, details["address"]),
            "dob": Self.filled(["day", "month", "year"], details["dob"]),
            "full_name_aliases": JSONTree.array(details["full_name_aliases"].elements),
            "future_requirements": PersonReview.requirements(), "metadata": metadata,
            "id_number_provided": JSONTree.bool(details["id_number"].string != nil),
            "id_number_secondary_provided": JSONTree.bool(details["id_number_secondary"].string != nil),
            "ssn_last_4_provided": JSONTree.bool(
                details["ssn_last_4"].string != nil || details["id_number"].string != nil),
            "relationship": relationship, "requirements": review.requirements,
            "verification": verification(review),
        ]
        for name in Self.texts where !details[name].isNull { fields[name] = details[name] }
        for name in ["address_kana", "address_kanji"] where details[name].object != nil {
            fields[name] = Self.filled(Self.addressParts + ["town"], details[name])
        }
        if details["registered_address"].object != nil {
            fields["registered_address"] = Self.filled(Self.addressParts, details["registered_address"])
        }
        if details["us_cfpb_data"].object != nil {
            fields["us_cfpb_data"] = Self.filled(
                ["ethnicity_details", "race_details", "self_identified_gender"], details["us_cfpb_data"])
        }
        return fields
    }

    /// The details that the processor returns exactly as submitted.
    private static let texts = [
        "email", "first_name", "first_name_kana", "first_name_kanji", "gender", "last_name",
        "last_name_kana", "last_name_kanji", "maiden_name", "nationality", "phone", "political_exposure",
    ]
    private static let addressParts = ["city", "country", "line1", "line2", "postal_code", "state"]

    private var relationship: JSONTree {
        var fields: JSONObject = [:]
        for name in PersonRules.relationships { fields[name] = false }
        fields["percent_ownership"] = .null
        fields["title"] = .null
        if isIndividual { fields["representative"] = true }
        if let submitted = details["relationship"].object { fields.lay(submitted) }
        return fields.tree
    }

    private func verification(_ review: PersonReview) -> JSONTree {
        func document(_ name: String) -> JSONTree {
            let submitted = details["verification"][name]
            return [
                "back": submitted["back"], "details": .null, "details_code": .null,
                "front": submitted["front"],
            ]
        }
        return [
            "additional_document": document("additional_document"),
            "details": review.failures.isEmpty
                ? .null : "Provided identity information could not be verified",
            "details_code": review.failures.isEmpty ? .null : "failed_keyed_identity",
            "document": document("document"), "status": .string(review.status),
        ]
    }

    /// Returns an object with the members in `names`, taken from the submitted details. A member that was not
    /// submitted is null.
    private static func filled(_ names: [String], _ submitted: JSONTree) -> JSONTree {
        .object(names.map { JSONTree.Member($0, submitted[$0]) })
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

    var requirements: JSONTree {
        let errors = failures.map { failure -> JSONTree in
            [
                "code": .string(failure.code), "reason": .string(failure.reason),
                "requirement": .string(failure.requirement),
            ]
        }
        return Self.requirements(
            due: missing + failures.map(\.requirement), pending: pending, errors: errors)
    }

    static func requirements(due: [String] = [], pending: [String] = [], errors: [JSONTree] = []) -> JSONTree
    {
        let due = JSONTree.array(due.map { .string($0) })
        return [
            "alternatives": [], "currently_due": due, "errors": .array(errors), "eventually_due": due,
            "past_due": due, "pending_verification": .array(pending.map { .string($0) }),
        ]
    }
}
