import Processor
import TextKit

/// The routes of `/v1/accounts/{account}/persons`, which are also available under their former name `people`.
///
/// Source: Stripe API reference, "Persons".
enum AccountPersonRoutes {
    static let all: [Route] = ["persons", "people"].flatMap { word -> [Route] in
        let path = "/v1/accounts/{account}/\(word)"
        let one = path + "/{person}"
        return [
            .post(path, simulates: asked) { call in
                let account = try call.object(Account.self, "account")
                var person = Person(
                    id: try call.work.newID("person"), created: call.work.now, account: account.id)
                try call.take(into: &person)
                try call.work.emit("person.created", call.work.put(person), account: account.id)
                try call.work.review(account.id)
                return try call.shown(person)
            },
            .get(path, simulates: Filters.part.union(["relationship"])) { call in
                let persons = try call.work.persons(of: call.object(Account.self, "account"))
                    .filter { try matches(call["relationship"], $0, call.work) }
                return try call.page(of: persons)
            },
            .get(one) { call in try call.shown(call.ownPerson()) },
            .post(one, simulates: asked) { call in try call.shown(call.changePerson()) },
            .delete(one) { call in
                let person = try call.ownPerson()
                try call.work.delete(person)
                return Person.deleted(person.id)
            },
        ]
    }

    fileprivate static let asked: Set<String> = details.union(["metadata"])
    fileprivate static let details: Set<String> = [
        "additional_tos_acceptances", "address", "address_kana", "address_kanji", "dob", "email",
        "first_name", "first_name_kana", "first_name_kanji", "full_name_aliases", "gender", "id_number",
        "id_number_secondary", "last_name", "last_name_kana", "last_name_kanji", "maiden_name",
        "nationality", "phone", "political_exposure", "registered_address", "relationship", "ssn_last_4",
        "us_cfpb_data", "verification",
    ]
    /// The parameters that can be changed for a person who is the account's `individual`.
    fileprivate static let individualDetails: Set<String> = [
        "address", "dob", "email", "first_name", "last_name", "phone", "id_number", "ssn_last_4",
        "maiden_name", "relationship", "verification",
    ]

    /// Returns whether a person has the relationships that a list's `relationship` filter requires.
    private static func matches(_ filter: JSONTree, _ person: Person, _ work: EngineTransaction) throws
        -> Bool
    {
        guard let wanted = filter.object?.members, !wanted.isEmpty else { return true }
        let relationship = try work.stripeJSON(person)["relationship"] ?? .null
        return wanted.allSatisfy { relationship[$0.key] == $0.value }
    }
}

extension Call {
    fileprivate func ownPerson() throws -> Person {
        try work.person(path("person"), of: object(Account.self, "account"))
    }

    fileprivate func changePerson() throws -> Person {
        var person = try ownPerson()
        guard !person.isIndividual else { return try changeIndividual(person) }
        try take(into: &person)
        try work.emit("person.updated", work.put(person), account: person.account)
        try work.review(person.account)
        return person
    }

    /// Changes the person object for the account's individual. The person's details are stored with the
    /// account's other details.
    fileprivate func changeIndividual(_ person: Person) throws -> Person {
        for field in parameters.members
        where AccountPersonRoutes.asked.contains(field.key)
            && !AccountPersonRoutes.individualDetails.contains(field.key)
        {
            throw ProcessorError.notSimulated(
                "This simulated processor does not support \(field.key) for an account's individual.",
                parameter: field.key)
        }
        let submitted = JSONObject(
            parameters.members.filter { AccountPersonRoutes.individualDetails.contains($0.key) })
        try PersonRules.check(submitted.tree)
        let account = try work.inPath(Account.self, person.account)
        _ = try work.submit(["individual": submitted.tree], of: work.profileOrNew(of: account))
        let changed = try work.person(person.id, of: account)
        try work.emit("person.updated", work.encoded(changed), account: account.id)
        return changed
    }

    fileprivate func take(into person: inout Person) throws {
        let submitted = JSONObject(parameters.members.filter { AccountPersonRoutes.details.contains($0.key) })
        try PersonRules.check(submitted.tree)
        var known = person.details.object ?? JSONObject()
        known.lay(submitted)
        person.details = PersonRules.masked(known.tree)
        try takeMetadata(into: &person.metadata)
    }
}
