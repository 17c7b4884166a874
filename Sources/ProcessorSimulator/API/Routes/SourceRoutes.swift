import MoneyKit
import Processor
import TextKit

/// The routes of a customer's cards, bank accounts and sources.
///
/// Source: Stripe API reference, "Cards", "Customer bank accounts".
enum CustomerSourceRoutes {
    static let all: [Route] =
        routes("sources", of: nil) + routes("cards", of: CardSource.objectName)
        + routes("bank_accounts", of: BankAccount.objectName)
        + [verification("sources"), verification("bank_accounts")]

    private static let customer = "/v1/customers/{customer}/"

    /// Returns the routes for one type of source.
    ///
    /// - Parameters:
    ///   - word: The last part of the path, such as `cards`.
    ///   - kind: The object type that the routes accept, or nil for all types.
    private static func routes(_ word: String, of kind: String?) -> [Route] {
        [
            .post(
                customer + word, simulates: ["source", "card", "bank_account", "metadata"]
            ) { call in
                var customer = try call.customerInPath()
                let given = call.givenSource()
                guard !given.isNull else { throw ProcessorError.missing("source") }
                let added = try call.work.addSource(given, to: &customer, call.metadata)
                if case .card(let card) = added { try call.keepDetails(given, for: card.id) }
                return try call.work.stripeJSON(added)
            },
            .get(
                customer + word, simulates: Filters.part.union(kind == nil ? ["object"] : [])
            ) { call in
                let customer = try call.customerInPath()
                let wanted = kind ?? call["object"].string
                let sources = try call.work.sources(of: customer.id)
                    .filter { wanted == nil || $0.objectName == wanted }
                return try call.part(
                    of: sources.map { try call.work.stripeJSON($0) })
            },
            .get(customer + word + "/{id}") { call in try call.work.stripeJSON(call.ownSource(kind)) },
            .post(
                customer + word + "/{id}",
                simulates: details.union([
                    "account_holder_name", "account_holder_type", "exp_month", "exp_year", "metadata",
                ]), keeps: ["owner"]
            ) { call in try call.work.stripeJSON(call.update(call.ownSource(kind))) },
            .delete(customer + word + "/{id}") { call in
                let source = try call.ownSource(kind)
                try call.work.removeSource(source, from: call.customerInPath())
                if case .source(let removed) = source {
                    return try call.work.stripeJSON(call.work.inPath(Source.self, removed.id))
                }
                return ["id": source.id, "object": source.objectName, "deleted": true]
            },
        ]
    }

    private static func verification(_ word: String) -> Route {
        .post(customer + word + "/{id}/verify", simulates: ["amounts"]) { call in
            guard case .bank(let bank) = try call.ownSource(BankAccount.objectName) else {
                throw ProcessorError.noSuch("bank_account", call.path("id"))
            }
            guard call.has("amounts") else { throw ProcessorError.missing("amounts") }
            let amounts = call["amounts"].elements.compactMap(\.integer)
            return try call.work.stripeJSON(call.work.verify(bank, amounts: amounts))
        }
    }

    /// The card parameters that the processor only stores and returns unchanged.
    fileprivate static let details: Set<String> = [
        "name", "address_city", "address_country", "address_line1", "address_line2", "address_state",
        "address_zip",
    ]
}

extension Call {
    /// Returns the source in a request: the value of `source`, `card` or `bank_account`.
    fileprivate func givenSource() -> JSONTree {
        ["source", "card", "bank_account"].lazy.map { self[$0] }.first { !$0.isNull } ?? .null
    }

    fileprivate func ownSource(_ kind: String?) throws -> CustomerSource {
        let customer = try customerInPath()
        let source = try work.source(path("id"), of: customer.id)
        guard kind == nil || source.objectName == kind else {
            throw ProcessorError.noSuch(kind ?? "source", source.id)
        }
        return source
    }

    fileprivate func update(_ source: CustomerSource) throws -> CustomerSource {
        switch source {
        case .card(var method):
            guard var card = method.card else { return source }
            // The event compares cards, not payment methods.
            work.before[method.id] = try work.encoded(CardSource(method: method)).json
            try takeExpiry(parameters.tree, into: &card)
            method.card = card
            try work.put(method)
            try keepDetails(parameters.tree, for: method.id)
            try work.emit("customer.source.updated", work.encoded(CardSource(method: method)))
            return .card(method)
        case .bank(var bank):
            take("account_holder_name", into: &bank.holderName)
            take("account_holder_type", into: &bank.holderType)
            try takeMetadata(into: &bank.metadata)
            try work.emit("customer.source.updated", work.put(bank))
            return .bank(bank)
        case .source(var source):
            try takeMetadata(into: &source.metadata)
            try work.emit("customer.source.updated", work.put(source))
            return .source(source)
        }
    }

    /// Stores the name, the address and the metadata of a card. These details have no effect.
    fileprivate func keepDetails(_ given: JSONTree, for id: String) throws {
        var kept = try work.kept(for: id) ?? JSONObject()
        for field in given.object?.members ?? [] where CustomerSourceRoutes.details.contains(field.key) {
            kept[field.key] = field.value
        }
        if has("metadata") {
            kept["metadata"] = try metadata(over: kept["metadata"]?.metadata ?? [:]).tree
        }
        if !kept.members.isEmpty { try work.keep(kept, for: id) }
    }
}

/// The routes of `/v1/sources`.
///
/// Source: Stripe API reference, "Sources".
enum SourceRoutes {
    static let all: [Route] = [
        .post(
            "/v1/sources", simulates: ["type", "token", "usage", "amount", "currency", "metadata"],
            keeps: ["owner", "statement_descriptor"]
        ) { call in try call.shown(call.makeSource()) },
        .get("/v1/sources/{source}", simulates: ["client_secret"]) { call in
            try call.shown(call.object(Source.self))
        },
        .update("/v1/sources/{source}", Source.self, simulates: ["metadata", "amount"], keeps: ["owner"]) {
            call, source in
            try call.takeMetadata(into: &source.metadata)
            source.amount = call["amount"].integer ?? source.amount
        },
        .get("/v1/sources/{source}/source_transactions", simulates: Filters.part) { call in
            // Nothing is sent to a source, and a card's payments are not source transactions.
            _ = try call.object(Source.self)
            try ListRules.check(call.listQuery())
            return .list([], at: call.address)
        },
        .post("/v1/sources/{source}/verify", simulates: ["values"]) { call in
            let source = try call.object(Source.self)
            throw ProcessorError.invalid(
                "The source \(source.id) of the type \(source.type) does not need to be verified.")
        },
    ]
}

extension Call {
    fileprivate func makeSource() throws -> Source {
        guard let type = self["type"].string ?? (has("token") ? "card" : nil) else {
            throw ProcessorError.missing("type")
        }
        try require(
            Source.types.contains(type), "parameter_not_simulated",
            "Sources of the type '\(type)' are not simulated: use card or ach_credit_transfer.",
            parameter: "type")
        try MetadataRules.check(metadata)
        var card: PaymentMethod.Card?
        if type == "card" {
            guard has("token") else { throw ProcessorError.missing("token") }
            card = try work.newCard(from: self["token"], in: "token").card
        }
        let id = try work.newID("src")
        var source = Source(
            id: id, created: work.now, clientSecret: work.clientSecret(of: id), type: type,
            status: card == nil ? "pending" : "chargeable", usage: self["usage"].string ?? "reusable")
        source.card = card
        source.amount = self["amount"].integer
        source.currency = try currency()
        source.metadata = metadata
        let written = try work.put(source)
        if card != nil { try work.emit("source.chargeable", written) }
        return source
    }
}

extension Call {
    /// Sets the expiry date of a card to the one in a request, if any.
    func takeExpiry(_ given: JSONTree, into card: inout PaymentMethod.Card) throws {
        let wanted = try CardDetails(given, at: work.now)
        card.expiryMonth = wanted.month ?? card.expiryMonth
        card.expiryYear = wanted.year ?? card.expiryYear
        try CardDetails.check(month: card.expiryMonth, year: card.expiryYear, at: work.now)
    }

    /// If the request contains `source`, adds that source to a customer as the default source. If the request
    /// contains `default_source`, makes that source the default. Returns the updated customer.
    func withSource(_ customer: Customer) throws -> Customer {
        var customer = customer
        do {
            if has("source") { _ = try work.addSource(self["source"], to: &customer, asDefault: true) }
        } catch let executed as Executed {
            // A declined card also undoes the other changes in the request.
            throw executed.error
        }
        if let id = self["default_source"].string {
            customer.defaultSource = try work.source(id, of: customer.id).id
            try work.put(customer)
        }
        return customer
    }
}
