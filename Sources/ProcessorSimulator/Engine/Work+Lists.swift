import DatabaseKit
import Foundation
import Processor
import TimeKit

extension Work {
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
}

extension Work {
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
