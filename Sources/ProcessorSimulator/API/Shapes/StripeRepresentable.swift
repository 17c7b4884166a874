import Foundation
import MoneyKit
import Processor
import TextKit
import TimeKit

/// A noun that is shown as Stripe shows it.
protocol StripeRepresentable: StoredObject {
    /// The fields that are known, by Stripe's names; what else Stripe has is null.
    func fields(_ work: EngineTransaction) throws -> JSONObject
}

extension EngineTransaction {
    /// A noun as Stripe shows it, with what its makers wanted kept.
    func stripeJSON(_ object: some StripeRepresentable) throws -> JSONTree {
        var fields: JSONObject = ["id": object.id, "object": JSONTree.string(type(of: object).objectName)]
        for field in try object.fields(self).members {
            // Few nouns have another id or kind there than here.
            if field.key == "id" || field.key == "object" {
                fields[field.key] = field.value
            } else {
                fields.add(field.key, field.value)
            }
        }
        if let kept = try kept(for: object.id) { fields.lay(kept) }
        return complete(fields, as: type(of: object).objectName)
    }

    /// An object with null for each field that may be null and is not named.
    func complete(_ fields: JSONObject, as object: String) -> JSONTree {
        (StripeSpec.shape(of: object)?.complete(fields) ?? fields).tree
    }

    /// A list as Stripe shows it.
    func list<Object: StripeRepresentable>(_ page: ListPage<Object>, at url: String) throws -> JSONTree {
        [
            "object": "list", "url": .string(url), "has_more": .bool(page.hasMore),
            "data": .array(try page.data.map { try stripeJSON($0) }),
        ]
    }

    /// What was kept for a noun that is shown as given; nil where nothing was.
    func kept(for id: String) throws -> JSONObject? {
        guard let json = try store.kept(id) else { return nil }
        return try JSONTree(Array(json), atMost: .max).object
    }
}

extension Call {
    /// A noun as Stripe shows it, after the parameters were kept that the route keeps.
    func shown(_ object: some StripeRepresentable) throws -> JSONTree {
        var given = JSONObject()
        for field in parameters.members where route.keeps.contains(field.key) {
            given[field.key] = field.value
        }
        if !given.members.isEmpty {
            var kept = try work.kept(for: object.id) ?? JSONObject()
            kept.lay(given)
            try work.store.keep(Data(kept.tree.bytes), for: object.id)
        }
        return try work.stripeJSON(object)
    }

    func shown(_ written: Written<some StripeRepresentable>) throws -> JSONTree { try shown(written.object) }

    /// A page of a kind of noun, as the route's list parameters ask.
    func listed<Object: StripeRepresentable>(
        _ kind: Object.Type, of owner: String? = nil, where filter: ListFilter = [:]
    )
        throws -> JSONTree
    {
        try work.list(
            work.list(kind, of: owner, listQuery(), where: filter), at: route.pattern)
    }
}

extension JSONTree {
    /// The code of a currency.
    init(_ currency: Currency?) { self.init(currency?.code) }
    /// Seconds since 1970.
    init(_ moment: Timestamp?) { self = moment.map { .integer($0.seconds) } ?? .null }
    /// Metadata, its keys sorted.
    init(_ metadata: Metadata) {
        self = .object(metadata.sorted { $0.key < $1.key }.map { Member($0.key, .string($0.value)) })
    }
}
