import DatabaseKit
import Foundation
import Processor
import TimeKit

/// One transaction of the processor: what is kept, the second in which it happens, the ids it makes.
///
/// The operations stand in its extensions, one file for each noun. A rule that needs nothing kept stands in `Rules/`.
final class EngineTransaction {
    let store: Transaction
    let configuration: ProcessorConfiguration
    /// The second in which things happen: the clock's, or an earlier one while what is due is done.
    var now: Timestamp
    /// The request that this transaction carries out; nil while what is due is done.
    var cause: EventCause?
    /// The nouns that this transaction has read or told of, as they were then: what changed is told by them.
    var before: [String: Data] = [:]
    /// The nouns that this transaction has read or written, as they are now.
    var seen: [String: SeenObject] = [:]
    /// The parents of the objects that this transaction created; nil for an object without one.
    var parents: [String: String?] = [:]
    /// What this transaction adds to balances, and has not written yet.
    var balanceChanges: [BalanceChange: Int64] = [:]
    /// The endpoints that want events, once somebody has asked.
    var subscribers: [WebhookEndpoint]?
    /// The same second where no test clock runs, by which events are told and money is booked.
    var present: Timestamp
    /// The test clock whose time ``now`` is; nil for the processor's own.
    var testClock: String?
    private let seed: UInt64
    private(set) var identifiers: ObjectIdentifiers?

    init(_ store: Transaction, _ configuration: ProcessorConfiguration, now: Timestamp, seed: UInt64) {
        self.store = store
        self.configuration = configuration
        self.now = now
        present = now
        self.seed = seed
    }

    /// Writes the balances and the count of the ids that were made; after every few hundred, forgets the answers and
    /// events that are old.
    func finish() throws {
        try writeBalances()
        guard let identifiers else { return }
        try store.setLastNumber(identifiers.last)
        guard identifiers.hasPassedMultiple(of: 256) else { return }
        try store.forget(
            keysBefore: now.adding(seconds: -configuration.keyMemory),
            eventsBefore: now.adding(seconds: -configuration.eventMemory))
    }

    /// A new id with this prefix.
    func newID(_ prefix: String) throws -> String {
        var identifiers = try self.identifiers ?? ObjectIdentifiers(after: store.lastNumber(), seed: seed)
        defer { self.identifiers = identifiers }
        return identifiers.next(prefix)
    }

    /// A new secret of a webhook endpoint: `whsec_…`.
    func webhookSecret() throws -> String {
        ObjectIdentifiers(after: 0, seed: seed).webhookSecret(of: try newID("whsec"))
    }

    /// The client secret of a new intent.
    func clientSecret(of intent: String) -> String {
        ObjectIdentifiers(after: 0, seed: seed).secret(of: intent)
    }
}

/// A request that was carried out and failed: what was written stays, and its key remembers the error.
///
/// A ``ProcessorError`` that is thrown plainly is a request that was not carried out.
struct Executed: Error {
    var error: ProcessorError

    init(_ error: ProcessorError) { self.error = error }
}

/// A noun as it was just encoded.
struct Written<Object: StoredObject> {
    var object: Object
    var json: Data
}

extension EngineTransaction {
    /// Returns what was answered to this request before under this key, or nil if it is new or forgotten.
    ///
    /// - Parameter other: The name of the same key in requests through the API.
    /// - Throws: `idempotency_error` if the key was used for another request.
    func answer<Request: Codable & Hashable, Object: StoredObject>(
        to operation: String, _ request: Request, _ key: IdempotencyKey, other: String, _ kind: Object.Type
    ) throws -> Result<Object, ProcessorError>? {
        guard let known = try remembered(key.rawValue, refusing: other) else { return nil }
        guard known.operation == operation,
            try DocumentCoder.decode(Request.self, from: known.request) == request
        else { throw KeyRules.clash }
        guard known.failed else { return .success(try DocumentCoder.decode(Object.self, from: known.json)) }
        return .failure(try DocumentCoder.decode(ProcessorError.self, from: known.json))
    }

    /// Returns what was answered under a key, or nil if it is new or forgotten.
    ///
    /// - Parameter other: The name of the key in requests of the other kind, typed or through the API.
    /// - Throws: `idempotency_error` if only a request of the other kind used the key.
    func remembered(_ key: String, refusing other: String) throws -> KeyedResponse? {
        let since = now.adding(seconds: -configuration.keyMemory)
        let answers = try store.answers(to: key, other, since: since)
        if let answer = answers[key] { return answer }
        if answers[other] != nil { throw KeyRules.otherInterface }
        return nil
    }

    /// Keeps an answer.
    func remember<Request: Codable, Object: StoredObject>(
        _ answer: Result<Written<Object>, ProcessorError>, to operation: String, _ request: Request,
        _ key: IdempotencyKey
    ) throws {
        var kept = KeyedResponse(
            operation: operation, request: try DocumentCoder.encode(request), created: now, failed: false,
            json: Data())
        switch answer {
        case .success(let written): kept.json = written.json
        case .failure(let error):
            kept.failed = true
            kept.json = try DocumentCoder.encode(error)
        }
        try store.remember(kept, under: key.rawValue)
    }
}
