import Foundation
import MoneyKit
import Processor
import TimeKit

/// What the engine has kept for it, within one unit of work.
protocol ProcessorStore {
    // Ids
    /// The number of the last id that was made.
    func lastNumber() throws -> Int64
    func setLastNumber(_ number: Int64) throws

    // Nouns
    func noun(_ id: String, kind: String) throws -> Data?
    /// Makes a noun, or writes it anew; owner and parent stay as they were made.
    func put(_ row: NounRow) throws
    /// Wipes a noun: what it was stands in events alone.
    func removeNoun(_ id: String) throws
    func parent(of id: String) throws -> String?
    /// The nouns of a kind that belong to another one, oldest first.
    func children(of parent: String, kind: String) throws -> [Data]
    /// Up to `limit` nouns of a kind: newest first and behind a cursor, or oldest first and ahead of one.
    func page(kind: String, owner: String, _ range: ListRange, limit: Int) throws -> [Data]
    /// What the makers of a noun wanted kept and shown as it was given: JSON.
    func kept(_ id: String) throws -> Data?
    func keep(_ json: Data, for id: String) throws

    // Events
    func append(_ event: EventRow) throws
    func event(_ id: String) throws -> EventRow?
    /// Of these types alone; of all where none is named.
    func events(_ range: ListRange, ofTypes types: [String], limit: Int) throws -> [EventRow]

    // Deliveries of events
    func add(_ delivery: DeliveryRow) throws
    /// How many deliveries of an event are still to be made.
    func pendingDeliveries(ofEvent id: String) throws -> Int64
    /// The first deliveries of each endpoint that are due and that nobody has claimed.
    func claimDeliveries(_ claim: DeliveryClaim) throws -> [DeliveryRow]
    func delivery(_ number: Int64) throws -> DeliveryRow?
    func update(_ delivery: DeliveryRow) throws
    /// Whether anything is due that nobody has claimed.
    func hasDueDelivery(at now: Timestamp, lease: Int64) throws -> Bool
    func drop(deliveriesTo endpoint: String) throws
    func add(_ attempt: AttemptRow) throws
    /// Attempts with a number above this one, oldest first.
    func attempts(after number: Int64, limit: Int) throws -> [AttemptRow]
    /// The newest attempts, newest first.
    func attempts(newest limit: Int) throws -> [AttemptRow]

    // Faults
    func add(_ rule: FaultRule) throws -> Int64
    func hasFaults() throws -> Bool
    func faultRules() throws -> [FaultRule]
    /// Counts a request that a rule matches.
    ///
    /// - Returns: Which it is, from 1 on.
    func count(faultRule number: Int64) throws -> Int64
    /// Removes one rule, or all.
    func remove(faultRule number: Int64?) throws -> Int

    // Balances
    /// Adds to what `account` has available, or will have available on a later day.
    func add(_ net: Int64, to account: String, _ currency: Currency, on day: Timestamp?) throws
    /// Makes available what was due on or before a day.
    func settle(upTo day: Timestamp) throws
    func balances(of account: String) throws -> [Balance]

    // What is due
    func schedule(_ due: Due) throws
    /// The first thing that is due in or before a second.
    func nextDue(upTo now: Timestamp) throws -> Due?
    func remove(_ due: Due) throws

    // What is due by a test clock
    func schedule(_ due: Due, on clock: String) throws
    func nextDue(on clock: String, upTo moment: Timestamp) throws -> Due?
    func remove(_ due: Due, on clock: String) throws
    func removeAll(on clock: String) throws

    // The clock of the whole simulator
    /// How many seconds it is ahead of the clock that was handed in.
    func clockOffset() throws -> Int64
    func setClockOffset(_ seconds: Int64) throws

    // Keys
    func answer(to key: String) throws -> KeyedAnswer?
    func remember(_ answer: KeyedAnswer, under key: String) throws
    /// Drops keys and events that were made before these seconds.
    func forget(keysBefore: Timestamp, eventsBefore: Timestamp) throws

    // Links
    func addLink(token: String, account: String, expires: Timestamp) throws
    /// The account of a link that is good and was not opened before; it is opened now.
    func openLink(token: String, now: Timestamp) throws -> String?
}

/// Which part of a list is wanted.
struct ListRange {
    var created: ClosedRange<Timestamp>?
    /// The part older than this place, newest first.
    var behind: ListCursor?
    /// The part newer than this place, oldest first; comes before `behind`.
    var ahead: ListCursor?
    /// Fields of the noun, as it is kept, and the text that each has to have.
    var filter: ListFilter = [:]
}

/// Fields of a noun, by the names under which it is kept, and the text that each has to have.
typealias ListFilter = [String: String]

/// The place in a list behind which a page begins.
struct ListCursor {
    var created: Timestamp
    var number: Int64

    /// The place of a noun; nil for an id that was not made here.
    init?(created: Timestamp, id: String) {
        guard let number = Identifiers.number(in: id) else { return nil }
        self.created = created
        self.number = number
    }
}

/// A noun as it is kept.
struct NounRow {
    var id: String
    var kind: String
    /// The account in whose lists it stands; "" for the platform.
    var owner: String
    var parent: String?
    var created: Timestamp
    var json: Data
}

/// An event as it is kept: the noun is written once.
struct EventRow {
    var id: String
    var created: Timestamp
    var type: String
    var account: String?
    /// `object` of the noun.
    var kind: String
    var json: Data
    /// The noun as it was before, where the event tells of a change.
    var previous: Data?
    /// The request that caused it; nil for what came due by itself.
    var cause: EventCause?
}

/// The request that made something happen.
struct EventCause: Hashable {
    /// `req_…`; nil where the request did not come through the API.
    var request: String?
    var idempotencyKey: String?
}

/// What was asked under a key, and answered.
struct KeyedAnswer {
    var operation: String
    var request: Data
    var created: Timestamp
    /// The answer is an error.
    var failed: Bool
    var json: Data
}

/// Something that happens by itself when its time comes.
struct Due: Hashable {
    /// What; in one second the first of these comes first.
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
    /// The noun that it happens to.
    var subject: String
}
