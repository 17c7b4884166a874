import Foundation
import MoneyKit
import Processor
import TextKit
import TimeKit

/// A stored object that has a representation in Stripe's JSON format.
protocol StripeRepresentable: StoredObject {
    /// Returns the fields that this processor simulates, under Stripe's names. Any other nullable field of
    /// the object is sent as null.
    func fields(_ work: EngineTransaction) throws -> JSONObject
}

extension EngineTransaction {
    /// Returns an object in Stripe's JSON format. The result includes the parameters that ``keep(_:for:)``
    /// has stored for the object.
    func stripeJSON(_ object: some StripeRepresentable) throws -> JSONObject {
        var fields: JSONObject = ["id": object.id, "object": type(of: object).objectName]
        let isOfPlatform = type(of: object).isOfPlatform
        let found = try isOfPlatform ? onPlatform { try object.fields(self) } : object.fields(self)
        for field in found.members {
            // A few objects have a different id or type in Stripe's JSON format than in storage.
            if field.key == "id" || field.key == "object" {
                fields[field.key] = field.value
            } else {
                fields.add(field.key, field.value)
            }
        }
        if let kept = try kept(for: object.id) { fields.lay(kept) }
        return complete(fields, as: type(of: object).objectName)
    }

    /// Returns an object with null for each missing field that Stripe's specification declares nullable.
    ///
    /// - Parameter object: The type of the object, such as `payment_intent`.
    func complete(_ fields: JSONObject, as object: String) -> JSONObject {
        var fields = fields
        for name in StripeSpec.nullableFields(of: object) where fields[name] == nil { fields[name] = .null }
        return fields
    }

    /// Returns a list in Stripe's JSON format.
    func list<Object: StripeRepresentable>(_ page: ListPage<Object>, at url: String) throws -> JSONObject {
        .list(try page.data.map { try stripeJSON($0) }, hasMore: page.hasMore, at: url)
    }

    /// Returns a list of the newest 10 of some objects, newest first.
    ///
    /// - Parameter objects: All objects, oldest first.
    func latest(_ objects: [some StripeRepresentable], at url: String) throws -> JSONObject {
        try list(ListPage(Array(objects.reversed().prefix(10)), hasMore: objects.count > 10), at: url)
    }

    /// Stores an object's parameters that have no effect. Later responses that contain the object include
    /// these parameters.
    func keep(_ parameters: JSONObject, for id: String) throws {
        try store.keep(Data(parameters.tree.bytes), for: id)
    }

    /// Returns the parameters that ``keep(_:for:)`` has stored for an object, or nil if nothing is stored.
    func kept(for id: String) throws -> JSONObject? {
        guard let json = try store.kept(id) else { return nil }
        return try JSONTree(Array(json), atMost: .max).object
    }
}

extension Call {
    /// Returns an object in Stripe's JSON format, including the request's parameters that have no effect.
    /// Stores these parameters for later responses.
    func shown(_ object: some StripeRepresentable) throws -> JSONObject {
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

    func shown(_ written: Written<some StripeRepresentable>) throws -> JSONObject {
        try shown(written.object)
    }

    /// Stores an object, and returns it as ``shown(_:)`` does.
    ///
    /// - Parameter event: The type of the event that this causes, or nil.
    func saved(_ object: some StripeRepresentable, event: String? = nil) throws -> JSONObject {
        let written = try work.put(object)
        if let event { try work.emit(event, written) }
        return try shown(written)
    }

    /// Returns a page of a complete list of objects, as requested by the list parameters.
    func page(of objects: [some StripeRepresentable]) throws -> JSONObject {
        try work.list(work.page(objects, listQuery()), at: address)
    }

    /// Returns the page of objects that the request's list parameters specify.
    func listed<Object: StripeRepresentable>(
        _ kind: Object.Type, where filter: ListFilter = [:]
    ) throws -> JSONObject {
        try work.list(work.list(kind, listQuery(), where: filter), at: address)
    }
}

extension JSONTree {
    /// Creates a JSON string with a currency code, or null if the currency is nil.
    init(_ currency: Currency?) { self.init(currency?.code) }
    /// Creates a JSON integer with the number of seconds since 1970, or null if the time is nil.
    init(_ moment: Timestamp?) { self = moment.map { .integer($0.seconds) } ?? .null }
}
