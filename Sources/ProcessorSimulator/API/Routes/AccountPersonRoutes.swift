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
                try take(call, into: &person)
                try call.work.emit("person.created", call.work.put(person), account: account.id)
                try call.work.review(account.id)
                return try call.shown(person)
            },
            .get(path, simulates: Filters.part.union(["relationship"])) { call in
                let persons = try call.work.persons(of: call.object(Account.self, "account"))
                    .filter { try matches(call["relationship"], $0, call.work) }
                return try call.work.list(call.work.page(persons, call.listQuery()), at: call.address)
            },
            .get(one) { call in try call.shown(own(call)) },
            .post(one, simulates: asked) { call in try call.shown(change(call)) },
            .delete(one) { call in
                let person = try own(call)
                try call.work.delete(person)
                return call.work.deleted(person.id, Person.objectName)
            },
        ]
    }

    private static let asked: Set<String> = details.union(["metadata"])
    private static let details: Set<String> = [
        "additional_tos_acceptances", "address", "address_kana", "address_kanji", "dob", "email",
        "first_name", "first_name_kana", "first_name_kanji", "full_name_aliases", "gender", "id_number",
        "id_number_secondary", "last_name", "last_name_kana", "last_name_kanji", "maiden_name",
        "nationality", "phone", "political_exposure", "registered_address", "relationship", "ssn_last_4",
        "us_cfpb_data", "verification",
    ]
    /// The parameters that can be changed for a person who is the account's `individual`.
    private static let individualDetails: Set<String> = [
        "address", "dob", "email", "first_name", "last_name", "phone", "id_number", "ssn_last_4",
        "maiden_name", "relationship", "verification",
    ]

    private static func own(_ call: Call) throws -> Person {
        try call.work.person(call.path("person"), of: call.object(Account.self, "account"))
    }

    private static func change(_ call: Call) throws -> Person {
        var person = try own(call)
        guard !person.isIndividual else { return try changeIndividual(call, person) }
        try take(call, into: &person)
        try call.work.emit("person.updated", call.work.put(person), account: person.account)
        try call.work.review(person.account)
        return person
    }

    /// Changes the person object for the account's individual. The person's details are stored with the
    /// account's other details.
    private static func changeIndividual(_ call: Call, _ person: Person) throws -> Person {
        for field in call.parameters.members
        where asked.contains(field.key) && !individualDetails.contains(field.key) {
            throw ProcessorError.invalid(
                "parameter_not_simulated",
                "This simulated processor does not support \(field.key) for an account's individual.",
                parameter: field.key)
        }
        let submitted = JSONObject(call.parameters.members.filter { individualDetails.contains($0.key) })
        try PersonRules.check(submitted.tree)
        let account = try call.work.inPath(Account.self, person.account)
        _ = try call.work.submit(["individual": submitted.tree], of: call.work.profileOrNew(of: account))
        let changed = try call.work.person(person.id, of: account)
        try call.work.emit("person.updated", call.work.encoded(changed), account: account.id)
        return changed
    }

    private static func take(_ call: Call, into person: inout Person) throws {
        let submitted = JSONObject(call.parameters.members.filter { details.contains($0.key) })
        try PersonRules.check(submitted.tree)
        var known = person.details.object ?? JSONObject()
        known.lay(submitted)
        person.details = PersonRules.masked(known.tree)
        person.metadata = try call.metadata(over: person.metadata)
    }

    /// Returns whether a person has the relationships that a list's `relationship` filter requires.
    private static func matches(_ filter: JSONTree, _ person: Person, _ work: EngineTransaction) throws
        -> Bool
    {
        guard let wanted = filter.object?.members, !wanted.isEmpty else { return true }
        let relationship = try work.stripeJSON(person)["relationship"]
        return wanted.allSatisfy { relationship[$0.key] == $0.value }
    }
}
