import Foundation
import MoneyKit
import Processor
import TimeKit

/// The engine's storage, within one unit of work.
protocol ProcessorStore {
    // Ids
    /// Returns the number in the last id that was created.
    func lastNumber() throws -> Int64
    func setLastNumber(_ number: Int64) throws

    // Nouns
    func noun(_ id: String, kind: String) throws -> Data?
    /// Inserts or updates an object. An update does not change its owner or parent.
    func put(_ row: NounRow) throws
    /// Deletes an object. Its former state remains in events only.
    func removeNoun(_ id: String) throws
    func parent(of id: String) throws -> String?
    /// Returns the objects of a kind that belong to another object, oldest first.
    func children(of parent: String, kind: String) throws -> [Data]
    /// Returns up to `limit` objects of a kind: those older than a cursor, newest first, or those newer,
    /// oldest first.
    func page(kind: String, owner: String, _ range: ListRange, limit: Int) throws -> [Data]
    /// Returns the JSON that the creator of an object wanted stored and shown unchanged, or nil.
    func kept(_ id: String) throws -> Data?
    func keep(_ json: Data, for id: String) throws

    // Events
    func append(_ event: EventRow) throws
    func event(_ id: String) throws -> EventRow?
    /// Returns events of these types, or of all types if there are none.
    func events(_ range: ListRange, ofTypes types: [String], limit: Int) throws -> [EventRow]

    // Deliveries of events
    func add(_ delivery: DeliveryRow) throws
    /// Returns the number of an event's pending deliveries.
    func pendingDeliveries(ofEvent id: String) throws -> Int64
    /// Claims the first due deliveries of each endpoint that is not claimed.
    func claimDeliveries(_ claim: DeliveryClaim) throws -> [DeliveryRow]
    func delivery(_ number: Int64) throws -> DeliveryRow?
    func update(_ delivery: DeliveryRow) throws
    /// Whether a delivery is due that is not claimed.
    func hasDueDelivery(at now: Timestamp, lease: Int64) throws -> Bool
    func drop(deliveriesTo endpoint: String) throws
    func add(_ attempt: AttemptRow) throws
    /// Returns the attempts with a number above this one, oldest first.
    func attempts(after number: Int64, limit: Int) throws -> [AttemptRow]
    /// Returns the newest attempts, newest first.
    func attempts(newest limit: Int) throws -> [AttemptRow]

    // Faults
    func add(_ rule: FaultRule) throws -> Int64
    func hasFaults() throws -> Bool
    func faultRules() throws -> [FaultRule]
    /// Counts a request that matches a rule.
    ///
    /// - Returns: The count including this request, starting at 1.
    func count(faultRule number: Int64) throws -> Int64
    /// Removes one rule, or all if the number is nil. Returns how many were removed.
    func remove(faultRule number: Int64?) throws -> Int

    // Balances
    /// Adds to an account's available balance, or to its balance that becomes available on a later day.
    func add(_ net: Int64, to account: String, _ currency: Currency, on day: Timestamp?) throws
    /// Makes the amounts available that were due on or before a day.
    func settle(upTo day: Timestamp) throws
    func balances(of account: String) throws -> [Balance]

    // What is due
    func schedule(_ due: Due) throws
    /// Returns the first item that is due at or before a time, or nil.
    func nextDue(upTo now: Timestamp) throws -> Due?
    func remove(_ due: Due) throws

    // What is due by a test clock
    func schedule(_ due: Due, on clock: String) throws
    func nextDue(on clock: String, upTo moment: Timestamp) throws -> Due?
    func remove(_ due: Due, on clock: String) throws
    func removeAll(on clock: String) throws

    // The clock of the whole simulator
    /// Returns the number of seconds by which the simulator is ahead of the clock it was created with.
    func clockOffset() throws -> Int64
    func setClockOffset(_ seconds: Int64) throws

    // Keys
    func answer(to key: String) throws -> KeyedAnswer?
    func remember(_ answer: KeyedAnswer, under key: String) throws
    /// Deletes keys and events created before these times.
    func forget(keysBefore: Timestamp, eventsBefore: Timestamp) throws

    // Links
    func addLink(token: String, account: String, expires: Timestamp) throws
    /// Opens a link, once. Returns its account, or nil if the link is unknown, expired or already opened.
    func openLink(token: String, now: Timestamp) throws -> String?
}

/// The requested part of a list.
struct ListRange {
    var created: ClosedRange<Timestamp>?
    /// Selects objects older than this one, newest first.
    var behind: ListCursor?
    /// Selects objects newer than this one, oldest first. Takes precedence over `behind`.
    var ahead: ListCursor?
    /// Stored fields of the object, and the text that each must have.
    var filter: ListFilter = [:]
}

/// Stored fields of an object, by name, and the text that each must have.
typealias ListFilter = [String: String]

/// The position in a list after which a page begins.
struct ListCursor {
    var created: Timestamp
    var number: Int64

    /// Creates the position of an object, or nil if its id was not created here.
    init?(created: Timestamp, id: String) {
        guard let number = Identifiers.number(in: id) else { return nil }
        self.created = created
        self.number = number
    }
}

/// A stored object.
struct NounRow {
    var id: String
    var kind: String
    /// The account in whose lists the object is, or an empty string for the platform.
    var owner: String
    var parent: String?
    var created: Timestamp
    var json: Data
}

/// A stored event, with its object.
struct EventRow {
    var id: String
    var created: Timestamp
    var type: String
    var account: String?
    /// The object's type, its field `object`.
    var kind: String
    var json: Data
    /// The object before the change, if the event reports one.
    var previous: Data?
    /// The request that caused the event, or nil if it was due by itself.
    var cause: EventCause?
}

/// The request that caused an event.
struct EventCause: Hashable {
    /// `req_…`, or nil if the request did not come through the API.
    var request: String?
    var idempotencyKey: String?
}

/// A request with an idempotency key, and its response.
struct KeyedAnswer {
    var operation: String
    var request: Data
    var created: Timestamp
    /// True if the response is an error.
    var failed: Bool
    var json: Data
}

/// Something that happens at a certain time.
struct Due: Hashable {
    /// The kind of item. Items due in the same second happen in this order.
    enum Kind: Int {
        case settlement, booking, bankDebit, captureExpiry, refundStep, disputeArrival, disputeDecision
        case payoutStep, trialReminder, resume, renewal, finalization, retry, incompleteExpiry, upcoming
        case cancellation, collection, checkoutExpiry
        case scheduledPayout = 40
        case clockStep, clockDeletion
        case dueDate = 60
    }

    var at: Timestamp
    var kind: Kind
    /// The object that is affected.
    var subject: String
}
