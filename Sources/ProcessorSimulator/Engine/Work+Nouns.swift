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
    static var isSteady: Bool { get }
}

extension StoredNoun {
    var owner: String? { nil }
    var parent: String? { nil }
    static var isSteady: Bool { false }
}

extension Account: StoredNoun { static var isSteady: Bool { true } }
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

extension Work {
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
            try Noun.isSteady
            ? DocumentCoder.decodeSteady(Noun.self, from: json) : DocumentCoder.decode(Noun.self, from: json)
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
}
