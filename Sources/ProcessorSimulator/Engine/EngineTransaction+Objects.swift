import DatabaseKit
import Foundation
import Processor
import TimeKit

/// A Stripe object that the engine stores.
protocol StoredObject: ProcessorObject {
    /// The connected account that the object belongs to. If nil, a new object belongs to the account of the
    /// transaction that creates it.
    var owner: String? { get }
    /// Whether all objects of the type belong to the platform. For example, this is true for transfers.
    static var isOfPlatform: Bool { get }
    /// The id of the parent object, such as the charge of a refund, or nil.
    var parent: String? { get }
    /// Whether decoded objects of the type are cached. This is useful for objects that are read often but
    /// rarely changed.
    static var isCacheable: Bool { get }
}

extension StoredObject {
    var owner: String? { nil }
    var parent: String? { nil }
    static var isOfPlatform: Bool { false }
    static var isCacheable: Bool { false }
}

extension Account: StoredObject {
    static var isOfPlatform: Bool { true }
    static var isCacheable: Bool { true }
}
extension ApplicationFee: StoredObject { static var isOfPlatform: Bool { true } }
extension BalanceTransaction: StoredObject { var owner: String? { account } }
extension Charge: StoredObject { var parent: String? { paymentIntent } }
extension Customer: StoredObject {}
extension Dispute: StoredObject { var parent: String? { charge } }
extension Invoice: StoredObject { var parent: String? { subscription } }
extension PaymentIntent: StoredObject {}
extension PaymentMethod: StoredObject {}
extension Payout: StoredObject { var owner: String? { account } }
extension Price: StoredObject {}
extension Product: StoredObject {}
extension Refund: StoredObject { var parent: String? { charge } }
extension Subscription: StoredObject { var parent: String? { customer } }
extension Transfer: StoredObject {
    static var isOfPlatform: Bool { true }
    var parent: String? { sourceTransaction }
}
extension TransferReversal: StoredObject {
    static var isOfPlatform: Bool { true }
    var parent: String? { transfer }
}

/// A cached object, as this transaction last read or wrote it. The cache saves time, because encoding and
/// decoding take most of a request's time.
struct SeenObject {
    var object: any StoredObject
    var json: Data
    /// The account that the object belongs to, or an empty string for the platform.
    var owner: String
    /// Whether this version of the object is saved in the database.
    var isKept: Bool
}

extension EngineTransaction {
    /// Encodes an object for an event, without saving it.
    func encoded<Object: StoredObject>(_ object: Object) throws -> Written<Object> {
        if let seen = seen[object.id], seen.object as? Object == object {
            return Written(object: object, json: seen.json)
        }
        let written = Written(object: object, json: try DocumentCoder.encode(object))
        seen[object.id] = SeenObject(
            object: object, json: written.json, owner: seen[object.id]?.owner ?? owner(ofNew: object),
            isKept: false)
        return written
    }

    /// Inserts or updates an object. A new object belongs to the transaction's ``account``, unless the object
    /// itself determines its owner.
    ///
    /// - Parameter parent: The id of the parent object, or nil for the object's own ``StoredObject/parent``.
    @discardableResult
    func put<Object: StoredObject>(_ object: Object, parent: String? = nil) throws -> Written<Object> {
        let written = try encoded(object)
        try store.put(
            ObjectRow(
                id: object.id, kind: Object.objectName, owner: owner(ofNew: object),
                parent: parent ?? object.parent,
                created: object.created, json: written.json))
        seen[object.id]?.isKept = true
        // An update does not change an object's parent.
        if identifiers?.made(object.id) == true, parents[object.id] == nil {
            parents[object.id] = .some(parent ?? object.parent)
        }
        return written
    }

    /// Returns the id of an object's parent, or nil if the object has no parent.
    func parent(of id: String) throws -> String? {
        if let parent = parents[id] { return parent }
        return try store.parent(of: id)
    }

    /// Deletes an object. Its earlier versions remain only in events.
    func wipe(_ id: String) throws {
        try store.removeObject(id)
        seen[id] = nil
        fetched[id] = nil
        parents[id] = nil
    }

    /// Returns the object with this type and id. Returns nil if the object does not exist or belongs to
    /// another account.
    func find<Object: StoredObject>(_ kind: Object.Type, _ id: String?) throws -> Object? {
        guard let id else { return nil }
        let owner = account ?? ""
        if let seen = seen[id], seen.isKept, let object = seen.object as? Object {
            guard seen.owner == owner else { return nil }
            if before[id] == nil { before[id] = seen.json }
            return object
        }
        guard let json = try json(of: id, kind: Object.objectName, owner: owner) else { return nil }
        if before[id] == nil { before[id] = json }
        let object =
            try Object.isCacheable
            ? DocumentCoder.decodeCached(Object.self, from: json)
            : DocumentCoder.decode(Object.self, from: json)
        seen[id] = SeenObject(object: object, json: json, owner: owner, isKept: true)
        return object
    }

    /// Returns the object whose id is in the request's path.
    ///
    /// - Throws: `resource_missing` with status 404 if the object does not exist.
    func inPath<Object: StoredObject>(_ kind: Object.Type, _ id: String) throws -> Object {
        try named(kind, id, by: nil)
    }

    /// Returns the object whose id is in a parameter of the request.
    ///
    /// - Parameter parameter: The name of the parameter, or nil if the id is in the path.
    /// - Throws: `resource_missing` if the object does not exist. The status is 400 for a parameter and 404
    ///   for the path.
    func named<Object: StoredObject>(_ kind: Object.Type, _ id: String, by parameter: String?) throws
        -> Object
    {
        guard let object = try find(kind, id) else {
            throw ProcessorError.noSuch(Object.objectName, id, parameter: parameter)
        }
        return object
    }

    /// Returns the account's objects that have this type and this parent, oldest first.
    func children<Object: StoredObject>(_ kind: Object.Type, of parent: String) throws -> [Object] {
        try store.children(of: parent, kind: Object.objectName, owner: account ?? "")
            .map { try DocumentCoder.decode(Object.self, from: $0) }
    }

    /// Returns a page of an account's objects of this type, newest first.
    ///
    /// - Parameter owner: The account that the objects belong to, or nil for the transaction's ``account``.
    func list<Object: StoredObject>(
        _ kind: Object.Type, of owner: String? = nil, _ query: ListQuery, where filter: ListFilter = [:]
    ) throws -> ListPage<Object> {
        try ListRules.check(query)
        func cursor(_ id: String?, by parameter: String) throws -> ListCursor? {
            guard let id else { return nil }
            let object = try inAccount(owner ?? account) { try named(kind, id, by: parameter) }
            return ListCursor(created: object.created, id: id)
        }
        let range = ListRange(
            created: query.created, after: try cursor(query.startingAfter, by: "starting_after"),
            before: try cursor(query.endingBefore, by: "ending_before"), filter: filter)
        let found = try store.page(
            kind: Object.objectName, owner: owner ?? account ?? "", range, limit: query.limit + 1)
        let objects = try found.prefix(query.limit).map { try DocumentCoder.decode(Object.self, from: $0) }
        return ListPage(
            range.before == nil ? objects : objects.reversed(), hasMore: found.count > query.limit)
    }

    /// Returns the page of objects that `query` selects from a short list, newest first.
    ///
    /// - Parameter objects: The complete list, oldest first.
    func page<Object: StoredObject>(_ objects: [Object], _ query: ListQuery) throws -> ListPage<Object> {
        try ListRules.check(query)
        func place(_ id: String, _ parameter: String) throws -> Int {
            guard let place = objects.lastIndex(where: { $0.id == id }) else {
                throw ProcessorError.noSuch(Object.objectName, id, parameter: parameter)
            }
            return place
        }
        var rest = objects[...]
        if let id = query.startingAfter { rest = objects[..<(try place(id, "starting_after"))] }
        if let id = query.endingBefore { rest = objects[(try place(id, "ending_before") + 1)...] }
        let wanted = rest.reversed().filter { query.created?.contains($0.created) ?? true }
        let shown = query.endingBefore == nil ? wanted.prefix(query.limit) : wanted.suffix(query.limit)
        return ListPage(Array(shown), hasMore: wanted.count > query.limit)
    }

    /// Returns the payment intents whose metadata contains `value` for `key`, newest first, at most 100.
    /// Omits intents that were created within the last ``ProcessorConfiguration/searchLag`` seconds.
    func searchIntents(metadata key: String, equals value: String) throws -> ListPage<PaymentIntent> {
        let limit = 100
        var query = ListQuery(
            limit: limit, created: .earliest...now.adding(seconds: -configuration.searchLag))
        var found: [PaymentIntent] = []
        // This reads the list, as searches of other objects do. Searches are rare, and an index would slow down every
        // payment.
        while found.count <= limit {
            let page = try list(PaymentIntent.self, query)
            found += page.data.filter { $0.metadata[key] == value }
            guard page.hasMore, let last = page.data.last else { break }
            query.startingAfter = last.id
        }
        return ListPage(Array(found.prefix(limit)), hasMore: found.count > limit)
    }

    /// Lists the transfers to an account, newest first. If `account` is nil, lists all transfers.
    func transfers(to account: String?, _ query: ListQuery) throws -> ListPage<Transfer> {
        try list(Transfer.self, query, where: account.map { ["destination": $0] } ?? [:])
    }

    /// Lists the refunds of a payment intent's latest charge, newest first.
    func refunds(ofIntent id: String) throws -> ListPage<Refund> {
        let intent = try named(PaymentIntent.self, id, by: "payment_intent")
        guard let charge = intent.latestCharge else { return ListPage([], hasMore: false) }
        return ListPage(try children(Refund.self, of: charge).reversed(), hasMore: false)
    }
}
