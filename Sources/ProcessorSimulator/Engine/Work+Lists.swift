import Foundation
import Processor
import TimeKit

extension Work {
    /// A page of the nouns of a kind, newest first.
    ///
    /// - Parameter owner: The account in whose list they stand; nil for the platform.
    func list<Noun: StoredNoun>(_ kind: Noun.Type, of owner: String? = nil, _ query: ListQuery) throws
        -> ListPage<Noun>
    {
        try ListRules.check(query)
        let cursor = try query.startingAfter.flatMap { id in
            ListCursor(created: try named(kind, id, by: "starting_after").created, id: id)
        }
        let found = try store.page(
            kind: Noun.objectName, owner: owner ?? "", created: query.created, behind: cursor,
            limit: query.limit + 1)
        let nouns = try found.prefix(query.limit).map { try NounCoder.decoder.decode(Noun.self, from: $0) }
        return ListPage(nouns, hasMore: found.count > query.limit)
    }

    /// The part of a short list that a query wants, newest first.
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
    /// Intents with a pair of metadata, newest first; younger ones than the search's lag are missing.
    func searchIntents(metadata key: String, equals value: String) throws -> ListPage<PaymentIntent> {
        let limit = 100
        let ids = try store.search(
            metadata: key, equals: value, upTo: now.adding(seconds: -configuration.searchLag),
            limit: limit + 1)
        let found = try ids.prefix(limit).compactMap { try find(PaymentIntent.self, $0) }
        return ListPage(found, hasMore: ids.count > limit)
    }

    /// The transfers to an account, newest first.
    ///
    /// The list of all is read page by page, until there are enough of this account's.
    func transfers(to account: String, _ query: ListQuery) throws -> ListPage<Transfer> {
        var (found, query) = ([Transfer](), query)
        let limit = query.limit
        while true {
            let page = try list(Transfer.self, query)
            found += page.data.filter { $0.destination == account }
            guard found.count <= limit, page.hasMore, let last = page.data.last else {
                return ListPage(Array(found.prefix(limit)), hasMore: found.count > limit)
            }
            query.startingAfter = last.id
        }
    }

    /// The refunds of an intent's charge, newest first.
    func refunds(ofIntent id: String) throws -> ListPage<Refund> {
        let intent = try named(PaymentIntent.self, id, by: "payment_intent")
        guard let charge = intent.latestCharge else { return ListPage([], hasMore: false) }
        return ListPage(try children(Refund.self, of: charge).reversed(), hasMore: false)
    }
}
