import DatabaseKit
import Foundation
import Processor
import TimeKit

/// A noun that the engine keeps.
protocol StoredNoun: ProcessorNoun {
    /// The account in whose lists it stands; nil for the platform.
    var owner: String? { get }
    /// The noun that it belongs to.
    var parent: String? { get }
    /// It is read with each request, and seldom changes.
    static var isCacheable: Bool { get }
}

extension StoredNoun {
    var owner: String? { nil }
    var parent: String? { nil }
    static var isCacheable: Bool { false }
}

extension Account: StoredNoun { static var isCacheable: Bool { true } }
extension ApplicationFee: StoredNoun {}
extension BalanceTransaction: StoredNoun { var owner: String? { account } }
extension Charge: StoredNoun { var parent: String? { paymentIntent } }
extension Customer: StoredNoun {}
extension Dispute: StoredNoun { var parent: String? { charge } }
extension Invoice: StoredNoun { var parent: String? { subscription } }
extension PaymentIntent: StoredNoun {}
extension PaymentMethod: StoredNoun {}
extension Payout: StoredNoun { var owner: String? { account } }
extension Price: StoredNoun {}
extension Product: StoredNoun {}
extension Refund: StoredNoun { var parent: String? { charge } }
extension Subscription: StoredNoun { var parent: String? { customer } }
extension Transfer: StoredNoun { var parent: String? { sourceTransaction } }
extension TransferReversal: StoredNoun { var parent: String? { transfer } }

/// A noun as this transaction read or wrote it last: coding it is most of what a request costs.
struct SeenNoun {
    var noun: any StoredNoun
    var json: Data
    /// Whether the file holds it so.
    var isKept: Bool
}

extension EngineTransaction {
    /// A noun as an event tells it, without keeping it.
    func encoded<Noun: StoredNoun>(_ noun: Noun) throws -> Written<Noun> {
        if let seen = seen[noun.id], seen.noun as? Noun == noun {
            return Written(noun: noun, json: seen.json)
        }
        let written = Written(noun: noun, json: try DocumentCoder.encode(noun))
        seen[noun.id] = SeenNoun(noun: noun, json: written.json, isKept: false)
        return written
    }

    /// Makes a noun, or writes it anew.
    ///
    /// - Parameter parent: The noun it belongs to, where the noun itself does not say.
    @discardableResult
    func put<Noun: StoredNoun>(_ noun: Noun, parent: String? = nil) throws -> Written<Noun> {
        let written = try encoded(noun)
        try store.put(
            NounRow(
                id: noun.id, kind: Noun.objectName, owner: noun.owner ?? "", parent: parent ?? noun.parent,
                created: noun.created, json: written.json))
        seen[noun.id]?.isKept = true
        // An update does not change the parent.
        if identifiers?.made(noun.id) == true, parents[noun.id] == nil {
            parents[noun.id] = .some(parent ?? noun.parent)
        }
        return written
    }

    /// Returns the id of the object that another one belongs to, or nil.
    func parent(of id: String) throws -> String? {
        if let parent = parents[id] { return parent }
        return try store.parent(of: id)
    }

    /// Wipes a noun: what it was stands in events alone.
    func wipe(_ id: String) throws {
        try store.removeNoun(id)
        seen[id] = nil
    }

    /// A noun of a kind; nil when there is none of this id.
    func find<Noun: StoredNoun>(_ kind: Noun.Type, _ id: String?) throws -> Noun? {
        guard let id else { return nil }
        if let seen = seen[id], seen.isKept, let noun = seen.noun as? Noun {
            if before[id] == nil { before[id] = seen.json }
            return noun
        }
        guard let json = try store.noun(id, kind: Noun.objectName) else { return nil }
        if before[id] == nil { before[id] = json }
        let noun =
            try Noun.isCacheable
            ? DocumentCoder.decodeCached(Noun.self, from: json) : DocumentCoder.decode(Noun.self, from: json)
        seen[id] = SeenNoun(noun: noun, json: json, isKept: true)
        return noun
    }

    /// The noun that the path of a request names.
    ///
    /// - Throws: 404 `resource_missing` when there is none.
    func inPath<Noun: StoredNoun>(_ kind: Noun.Type, _ id: String) throws -> Noun {
        try named(kind, id, by: nil)
    }

    /// The noun that a parameter of a request names.
    ///
    /// - Throws: 400 `resource_missing` when there is none.
    func named<Noun: StoredNoun>(_ kind: Noun.Type, _ id: String, by parameter: String?) throws -> Noun {
        guard let noun = try find(kind, id) else {
            throw ProcessorError.noSuch(Noun.objectName, id, parameter: parameter)
        }
        return noun
    }

    /// The nouns of a kind that belong to another one, oldest first.
    func children<Noun: StoredNoun>(_ kind: Noun.Type, of parent: String) throws -> [Noun] {
        try store.children(of: parent, kind: Noun.objectName)
            .map { try DocumentCoder.decode(Noun.self, from: $0) }
    }

    /// Returns a page of a list of objects, newest first.
    ///
    /// - Parameter owner: The account in whose list they are, or nil for the platform.
    func list<Noun: StoredNoun>(
        _ kind: Noun.Type, of owner: String? = nil, _ query: ListQuery, where filter: ListFilter = [:]
    ) throws -> ListPage<Noun> {
        try ListRules.check(query)
        func cursor(_ id: String?, by parameter: String) throws -> ListCursor? {
            guard let id else { return nil }
            return ListCursor(created: try named(kind, id, by: parameter).created, id: id)
        }
        let range = ListRange(
            created: query.created, behind: try cursor(query.startingAfter, by: "starting_after"),
            ahead: try cursor(query.endingBefore, by: "ending_before"), filter: filter)
        let found = try store.page(
            kind: Noun.objectName, owner: owner ?? "", range, limit: query.limit + 1)
        let nouns = try found.prefix(query.limit).map { try DocumentCoder.decode(Noun.self, from: $0) }
        return ListPage(
            range.ahead == nil ? nouns : nouns.reversed(), hasMore: found.count > query.limit)
    }

    /// Returns the page of a short list that a query requests, newest first.
    func page<Noun: StoredNoun>(_ nouns: [Noun], _ query: ListQuery) throws -> ListPage<Noun> {
        try ListRules.check(query)
        var rest = nouns.reversed()[...]
        if let id = query.startingAfter {
            guard let place = rest.firstIndex(where: { $0.id == id }) else {
                throw ProcessorError.noSuch(Noun.objectName, id, parameter: "starting_after")
            }
            rest = rest[rest.index(after: place)...]
        }
        let wanted = rest.filter { query.created?.contains($0.created) ?? true }
        return ListPage(Array(wanted.prefix(query.limit)), hasMore: wanted.count > query.limit)
    }

    /// Finds intents by one metadata value, newest first. Intents younger than the search's lag are missing.
    func searchIntents(metadata key: String, equals value: String) throws -> ListPage<PaymentIntent> {
        let limit = 100
        var query = ListQuery(
            limit: limit, created: .earliest...now.adding(seconds: -configuration.searchLag))
        var found: [PaymentIntent] = []
        // Like the search of other objects, this reads the list: a search is rare, and an index would slow
        // down every payment.
        while found.count <= limit {
            let page = try list(PaymentIntent.self, query)
            found += page.data.filter { $0.metadata[key] == value }
            guard page.hasMore, let last = page.data.last else { break }
            query.startingAfter = last.id
        }
        return ListPage(Array(found.prefix(limit)), hasMore: found.count > limit)
    }

    /// Lists the transfers to an account, or all transfers, newest first.
    func transfers(to account: String?, _ query: ListQuery) throws -> ListPage<Transfer> {
        try list(Transfer.self, query, where: account.map { ["destination": $0] } ?? [:])
    }

    /// Lists the refunds of an intent's latest charge, newest first.
    func refunds(ofIntent id: String) throws -> ListPage<Refund> {
        let intent = try named(PaymentIntent.self, id, by: "payment_intent")
        guard let charge = intent.latestCharge else { return ListPage([], hasMore: false) }
        return ListPage(try children(Refund.self, of: charge).reversed(), hasMore: false)
    }
}
