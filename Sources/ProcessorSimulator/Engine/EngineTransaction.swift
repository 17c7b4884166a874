import DatabaseKit
import Foundation
import Processor
import TimeKit

/// One transaction of the processor, with its time, its cache of objects and its ids.
///
/// The operations are in extensions, one file per kind of object. Rules that need no stored data are in `Rules/`.
final class EngineTransaction {
    let store: Transaction
    let configuration: ProcessorConfiguration
    /// The time of the transaction: that of a clock, or an earlier one while due items are executed.
    var now: Timestamp
    /// The request that this transaction executes, or nil if it only executes due items.
    var cause: EventCause?
    /// The first version of each object that this transaction read or reported. `*.updated` events show what
    /// changed since.
    var before: [String: Data] = [:]
    /// The latest version of each object that this transaction read or wrote.
    var seen: [String: SeenObject] = [:]
    /// The parents of the objects that this transaction created; nil for an object without one.
    var parents: [String: String?] = [:]
    /// The changes to balances that are not written yet.
    var balanceChanges: [BalanceChange: Int64] = [:]
    /// The endpoints that were not deleted, or nil if they were not read yet.
    var subscribers: [WebhookEndpoint]?
    /// The processor's own time, regardless of test clocks. Events are created and money is booked at this time.
    var present: Timestamp
    /// The id of the test clock whose time ``now`` is, or nil for the processor's own time.
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

    /// Writes the balances and the id counter. After every 256 ids, also deletes old idempotency keys and events.
    func finish() throws {
        try writeBalances()
        guard let identifiers else { return }
        try store.setLastNumber(identifiers.last)
        guard identifiers.hasPassedMultiple(of: 256) else { return }
        try store.forget(
            keysBefore: now.adding(seconds: -configuration.keyMemory),
            eventsBefore: now.adding(seconds: -configuration.eventMemory))
    }

    /// Creates an id with a prefix.
    func newID(_ prefix: String) throws -> String {
        var identifiers = try self.identifiers ?? ObjectIdentifiers(after: store.lastNumber(), seed: seed)
        defer { self.identifiers = identifiers }
        return identifiers.next(prefix)
    }

    /// Creates a signing secret for a webhook endpoint: `whsec_…`.
    func webhookSecret() throws -> String {
        ObjectIdentifiers(after: 0, seed: seed).webhookSecret(of: try newID("whsec"))
    }

    /// Returns the client secret of an intent.
    func clientSecret(of intent: String) -> String {
        ObjectIdentifiers(after: 0, seed: seed).secret(of: intent)
    }
}

/// The error of a request that was executed and failed. Its changes are saved, and its idempotency key
/// remembers the error.
///
/// A plain ``ProcessorError``, in contrast, rolls back the request.
struct Executed: Error {
    var error: ProcessorError

    init(_ error: ProcessorError) { self.error = error }
}

/// An object with the JSON to which it was just encoded.
struct Written<Object: StoredObject> {
    var object: Object
    var json: Data
}

extension EngineTransaction {
    /// Returns the saved response to a request with this key, or nil if the key is new or was forgotten.
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

    /// Returns the saved response to a key, or nil if the key is new or was forgotten.
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

    /// Saves the response to a request under its key.
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
