import MoneyKit
import Processor
import TextKit
import TimeKit

/// The cards, bank accounts and sources of customers.
///
/// Source: Stripe API reference, "Cards", "Customer bank accounts", "Sources".
extension EngineTransaction {
    /// Returns the sources of a customer. Each kind of source is listed from newest to oldest.
    func sources(of customer: String) throws -> [CustomerSource] {
        let cards = try children(PaymentMethod.self, of: customer)
            .filter { $0.customer == customer && $0.id.hasPrefix("card_") }
        let banks = try children(BankAccount.self, of: customer)
        let others = try children(Source.self, of: customer).filter { $0.customer == customer }
        return others.reversed().map { .source($0) } + banks.reversed().map { .bank($0) }
            + cards.reversed().map { .card($0) }
    }

    /// Returns the source with this id, even if the source is not attached to a customer. Returns nil if
    /// there is no source with this id, or if the id identifies a bank account that does not belong to a
    /// customer.
    func source(_ id: String) throws -> CustomerSource? {
        if let source = try find(Source.self, id) { return .source(source) }
        if let bank = try find(BankAccount.self, id) { return bank.customer == nil ? nil : .bank(bank) }
        return try find(PaymentMethod.self, id).map { .card($0) }
    }

    /// Returns the customer's source with this id.
    ///
    /// - Throws: ``ProcessorError`` with status 404 if the customer has no source with this id.
    func source(_ id: String, of customer: String) throws -> CustomerSource {
        guard let source = try source(id), source.method.customer == customer,
            source.id.hasPrefix("card_") || source.objectName != CardSource.objectName
        else { throw ProcessorError.noSuch("source", id) }
        return source
    }

    /// Attaches a source to a customer. The first source becomes the default. Throws an error if the bank
    /// would decline the card.
    ///
    /// - Parameters:
    ///   - given: The id of a token or source, or the details of a card or bank account.
    ///   - isDefault: Whether the source replaces the default source.
    func addSource(
        _ given: JSONTree, to customer: inout Customer, asDefault isDefault: Bool = false,
        _ metadata: Metadata = [:]
    ) throws -> CustomerSource {
        try MetadataRules.check(metadata)
        let added: CustomerSource
        if let bank = try bankAccount(from: given) {
            var bank = bank
            bank.customer = customer.id
            bank.metadata = metadata
            try emit("customer.source.created", put(bank))
            added = .bank(bank)
        } else if let id = given.string, id.hasPrefix("src_") {
            added = .source(try attachSource(id, to: customer.id))
        } else {
            var card = try newCard(from: given, in: "source")
            if case .declines(let decline) = TestMethod.behavior(of: card.card) {
                throw Executed(decline.error())
            }
            card.customer = customer.id
            try put(card, parent: customer.id)
            try emit("customer.source.created", encoded(CardSource(method: card)))
            added = .card(card)
        }
        if isDefault || customer.defaultSource == nil {
            customer.defaultSource = added.id
            try emit("customer.updated", put(customer))
        }
        return added
    }

    /// Returns a new, unsaved card for a token or for the details of a card.
    func newCard(from given: JSONTree, in parameter: String) throws -> PaymentMethod {
        if let token = given.string {
            guard token.hasPrefix("tok_"), let method = try testMethod(token, prefix: "card"),
                method.kind == .card
            else { throw ProcessorError.noSuch("token", token, parameter: parameter) }
            return method
        }
        let name = try CardNumbers.testName(given, in: parameter)
        let details = try CardDetails(given, at: now)
        guard var method = try testMethod(name, prefix: "card"), var card = method.card else {
            throw ProcessorError.noSuch("token", name, parameter: parameter)
        }
        card.expiryMonth = details.month ?? card.expiryMonth
        card.expiryYear = details.year ?? card.expiryYear
        method.card = card
        return method
    }

    /// Returns a new, unsaved bank account for a token or for the details of a bank account. Returns nil for
    /// any other value.
    private func bankAccount(from given: JSONTree) throws -> BankAccount? {
        if let token = given.string {
            guard token.hasPrefix("btok_") else { return nil }
            if token == "btok_us" || token == "btok_us_verified" {
                var bank = try newBankAccount(
                    ["account_number": "000123456789", "routing_number": .string(BankNumbers.routing)],
                    in: "source")
                if token == "btok_us_verified" { bank.status = "verified" }
                return bank
            }
            return try bankAccount(named: given, by: "source")
        }
        let isBank =
            given["object"].string == BankAccount.objectName || given["account_number"].string != nil
        return isBank ? try newBankAccount(given, in: "source") : nil
    }

    private func attachSource(_ id: String, to customer: String) throws -> Source {
        var source = try named(Source.self, id, by: "source")
        try require(
            source.usage == "reusable" && source.status != "consumed" && source.customer == nil,
            "The source \(id) is not reusable, was already consumed, or is attached to a customer.",
            parameter: "source")
        source.customer = customer
        // The parent of a stored row never changes, so the source is deleted and stored again under its customer.
        try wipe(id)
        try emit("customer.source.created", put(source, parent: customer))
        return source
    }

    /// Removes a source from a customer. If the removed source was the default, the first of the remaining
    /// ``sources(of:)`` becomes the default.
    func removeSource(_ source: CustomerSource, from customer: Customer) throws {
        switch source {
        case .card(var method):
            method.customer = nil
            method.isDetached = true
            try put(method)
            try emit("customer.source.deleted", encoded(CardSource(method: method)))
        case .bank(let bank):
            try emit("customer.source.deleted", encoded(bank))
            try wipe(bank.id)
        case .source(var source):
            source.customer = nil
            source.status = "consumed"
            try emit("customer.source.deleted", put(source))
        }
        guard customer.defaultSource == source.id else { return }
        var customer = customer
        customer.defaultSource = try sources(of: customer.id).first?.id
        try emit("customer.updated", put(customer))
    }

    /// Verifies a customer's bank account with the amounts of two microdeposits. Only the test amounts 32 and
    /// 45 are accepted.
    ///
    /// Source: Stripe documentation, "Testing", "Microdeposits".
    func verify(_ bank: BankAccount, amounts: [Int64]) throws -> BankAccount {
        var bank = bank
        try require(bank.status != "verified", "This bank account has already been verified.")
        try expect(
            amounts.sorted() == [32, 45], "bank_account_verification_failed",
            "The amounts provided do not match the amounts that were sent to the bank account.",
            parameter: "amounts")
        bank.status = "verified"
        try emit("customer.source.updated", put(bank))
        return bank
    }

    /// Returns a source in Stripe's JSON format.
    func stripeJSON(_ source: CustomerSource) throws -> JSONObject {
        switch source {
        case .card(let method): try stripeJSON(CardSource(method: method))
        case .bank(let bank): try stripeJSON(bank)
        case .source(let source): try stripeJSON(source)
        }
    }
}
