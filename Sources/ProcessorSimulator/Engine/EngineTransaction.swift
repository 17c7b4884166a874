import DatabaseKit
import Foundation
import Processor
import TimeKit

/// A transaction of the simulated processor, with its time, its cache of objects and the ids that it creates.
///
/// The operations are in extensions, with one file per type of object. Rules that need no stored data are in
/// `Rules/`.
final class EngineTransaction {
    let store: Transaction
    let configuration: ProcessorConfiguration
    /// The connected account whose objects the transaction reads and writes, or nil for the platform.
    var account: String?
    /// The current time of the processor or of a test clock. During the execution of a due item, it is the
    /// time at which the item was due.
    var now: Timestamp
    /// The request that this transaction executes, or nil if it executes only due items.
    var cause: EventCause?
    /// The version of each object with which an `*.updated` event compares the new version, as JSON, keyed by
    /// id. This is the version in this transaction's latest event about the object. If there is no such
    /// event, it is the first version that this transaction read.
    var before: [String: Data] = [:]
    /// The latest version of each object that this transaction read or wrote.
    var seen: [String: SeenObject] = [:]
    /// Rows that this transaction has read only to find the account that owns an object. These rows have not
    /// been decoded yet.
    var fetched: [String: ObjectRow] = [:]
    /// The parent ids of the objects that this transaction created. The value is nil for an object without a
    /// parent.
    var parents: [String: String?] = [:]
    /// The balance changes that have not been written to the database yet.
    var balanceChanges: [BalanceChange: Int64] = [:]
    /// The webhook endpoints that were not deleted. Nil until this transaction reads them.
    var subscribers: [WebhookEndpoint]?
    /// The processor's own time, which does not depend on test clocks. It determines when events are created
    /// and when money is booked.
    var present: Timestamp
    /// The id of the test clock that ``now`` comes from, or nil if ``now`` is the processor's own time.
    var testClock: String?
    /// Whether the request requires the bank account of its payment intent to be verified with microdeposits.
    var demandsMicrodeposits = false
    private let seed: UInt64
    private(set) var identifiers: ObjectIdentifiers?

    /// Whether the changes of a refused request are reverted within the transaction. If false, a refusal
    /// makes the transaction fail with ``UnrevertedRefusal``.
    let revertsRefusals: Bool

    init(
        _ store: Transaction, _ configuration: ProcessorConfiguration, now: Timestamp, seed: UInt64,
        revertsRefusals: Bool = true
    ) {
        self.store = store
        self.revertsRefusals = revertsRefusals
        self.configuration = configuration
        self.now = now
        present = now
        self.seed = seed
    }

    /// Writes the balance changes and the id counter. After every 256 ids, also deletes old idempotency keys
    /// and events.
    func finish() throws {
        try writeBalances()
        guard let identifiers else { return }
        try store.setLastNumber(identifiers.last)
        guard identifiers.hasPassedMultiple(of: 256) else { return }
        try store.forget(
            keysBefore: now.adding(seconds: -configuration.keyMemory),
            eventsBefore: now.adding(seconds: -configuration.eventMemory))
    }

    /// Creates a new id with this prefix.
    func newID(_ prefix: String) throws -> String {
        var identifiers = try self.identifiers ?? ObjectIdentifiers(after: store.lastNumber(), seed: seed)
        defer { self.identifiers = identifiers }
        return identifiers.next(prefix)
    }

    /// Creates a signing secret, `whsec_…`, for a webhook endpoint.
    func webhookSecret() throws -> String {
        ObjectIdentifiers(after: 0, seed: seed).webhookSecret(of: try newID("whsec"))
    }

    /// Returns the client secret of a payment intent or setup intent.
    func clientSecret(of intent: String) -> String {
        ObjectIdentifiers(after: 0, seed: seed).secret(of: intent)
    }
}

/// The error for a request that was executed but failed, such as a declined payment. The error is stored as
/// the response for the request's idempotency key.
///
/// The request's changes are saved, except if an API request fails with status 400; see ``savesRefusal``. If
/// a request throws a plain ``ProcessorError`` instead, the transaction is rolled back.
struct Executed: Error {
    var error: ProcessorError
    /// Whether the changes are saved even if the status is 400, for example to count failed verifications.
    var savesRefusal = false

    init(_ error: ProcessorError, savesRefusal: Bool = false) {
        self.error = error
        self.savesRefusal = savesRefusal
    }
}

extension EngineTransaction {
    /// Throws ``Executed`` unless a condition is true.
    func expect(
        _ isMet: Bool, _ message: @autoclosure () -> String, parameter: @autoclosure () -> String? = nil
    ) throws {
        try expect(isMet, nil, message(), parameter: parameter())
    }

    /// Throws ``Executed`` with an error code unless a condition is true.
    func expect(
        _ isMet: Bool, _ code: String?, _ message: @autoclosure () -> String,
        parameter: @autoclosure () -> String? = nil
    ) throws {
        if !isMet { throw Executed(.invalid(code, message(), parameter: parameter())) }
    }
}

/// The error of a transaction in which a request was refused. The transaction must run again with
/// ``EngineTransaction/revertsRefusals``, so that only the refusal is stored.
struct UnrevertedRefusal: Error {}

/// An object that was written, with its JSON encoding.
struct Written<Object: StoredObject> {
    var object: Object
    var json: Data
}

extension EngineTransaction {
    /// Returns the saved response to an earlier call with this idempotency key, or nil if the key is new or
    /// expired.
    ///
    /// - Parameter other: The name under which an API request with the same idempotency key would store its
    ///   response.
    /// - Throws: `idempotency_error` if the key was used for a different call, or `idempotency_key_in_use` if
    ///   it was used for an API request.
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

    /// Returns the response that is saved under `key`. Returns nil if no response is saved, or if the
    /// response has expired.
    ///
    /// Calls to ``PaymentProcessor`` and requests to Stripe's API save their responses under different keys,
    /// even if they have the same idempotency key.
    ///
    /// - Parameter other: The key under which the other interface would save its response for the same
    ///   idempotency key.
    /// - Throws: `idempotency_key_in_use` if a response is saved only under `other`.
    func remembered(_ key: String, refusing other: String) throws -> KeyedResponse? {
        let since = now.adding(seconds: -configuration.keyMemory)
        let answers = try store.answers(to: key, other, since: since)
        if let answer = answers[key] { return answer }
        if answers[other] != nil { throw KeyRules.otherInterface }
        return nil
    }

    /// Saves the response to a ``PaymentProcessor`` call under its idempotency key.
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
