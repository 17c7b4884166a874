import Processor
import TextKit

extension EngineTransaction {
    /// Returns the persons of an account, oldest first. If the platform submitted the details of an
    /// individual, that individual is the first person.
    func persons(of account: Account) throws -> [Person] {
        let saved = try children(Person.self, of: account.id)
        return try individual(of: account).map { [$0] + saved } ?? saved
    }

    /// Returns the person whose id is in the path. Throws an error unless the person belongs to the account.
    func person(_ id: String, of account: Account) throws -> Person {
        if let individual = try individual(of: account), individual.id == id { return individual }
        guard let person = try find(Person.self, id), person.account == account.id else {
            throw ProcessorError.noSuch(Person.objectName, id)
        }
        return person
    }

    /// Deletes a person, and verifies the account's details again.
    func delete(_ person: Person) throws {
        try require(
            !person.isIndividual,
            "The person described by the account's `individual` parameter cannot be deleted.",
            parameter: "person")
        try emit("person.deleted", encoded(person), account: person.account)
        try wipe(person.id)
        try review(person.account)
    }

    /// Returns the individual of an account as a person. Returns nil if the platform submitted no individual,
    /// or if Stripe itself collects the details.
    private func individual(of account: Account) throws -> Person? {
        guard let profile = try profile(of: account.id), profile.controller.collector == "application",
            profile.told["individual"].object != nil
        else { return nil }
        return Person(
            id: Person.individualID(of: account), created: account.created, account: account.id,
            details: profile.told["individual"], isIndividual: true)
    }
}

extension Person {
    /// Returns the id of the person that represents the details in an account's `individual` parameter.
    static func individualID(of account: Account) -> String {
        "person_" + account.id.dropFirst("acct_".count)
    }
}
