import Foundation
import MoneyKit
import Processor
import TimeKit

/// The requested part of a list.
struct ListRange {
    var created: ClosedRange<Timestamp>?
    /// Selects the objects older than this position, newest first.
    var after: ListCursor?
    /// Selects the objects newer than this position, oldest first. It takes precedence over `after`.
    var before: ListCursor?
    /// The values that the stored fields of an object must have.
    var filter: ListFilter = [:]
}

/// The values that stored fields must have, by field name.
typealias ListFilter = [String: String]

/// A position in a list, after which a page starts.
struct ListCursor {
    var created: Timestamp
    var number: Int64

    /// Creates the position of an object. Returns nil if the object's id was not created by this simulator.
    init?(created: Timestamp, id: String) {
        guard let number = ObjectIdentifiers.number(in: id) else { return nil }
        self.created = created
        self.number = number
    }
}

struct ObjectRow {
    var id: String
    var kind: String
    /// The account whose lists contain the object, or an empty string for the platform.
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
    /// The object's type, which is its field `object`.
    var kind: String
    var json: Data
    /// The object before the change, if the event reports one.
    var previous: Data?
    /// The request that caused the event, or nil if the cause was a due item.
    var cause: EventCause?
}

/// A selection of the accounts whose events are read.
enum EventOwner: Hashable {
    case all, platform
    case account(String)

    /// Selects one connected account, or the platform if the account is nil.
    init(_ account: String?) { self = account.map { .account($0) } ?? .platform }

    /// Returns whether an event belongs to the selected accounts.
    func owns(_ event: EventRow) -> Bool {
        switch self {
        case .all: true
        case .platform: event.account == nil
        case .account(let id): event.account == id
        }
    }
}

/// The request that caused an event.
struct EventCause: Hashable {
    /// The request's id, `req_…`, or nil if the request was not made through the API.
    var request: String?
    var idempotencyKey: String?
}

/// A request with an idempotency key, and its response.
struct KeyedResponse {
    var operation: String
    var request: Data
    var created: Timestamp
    /// Whether the response is an error.
    var failed: Bool
    var json: Data
}

/// An item that is executed when it becomes due.
struct Due: Hashable {
    /// The kind of an item. Items that are due in the same second are executed in the order of these cases.
    enum Kind: Int {
        case settlement, booking, bankDebit, captureExpiry, refundStep, disputeArrival, disputeDecision
        case payoutStep, trialReminder, resume, renewal, finalization, retry, incompleteExpiry, upcoming
        case cancellation, collection, checkoutExpiry
        case scheduledPayout = 40
        case clockStep, clockDeletion
        case dueDate = 60
        case scheduleExpiry
        /// The start of a schedule's phase. It precedes a renewal in the same second.
        case schedulePhase = -1
        case quoteExpiry = 80
        case topupArrival = 90
    }

    var at: Timestamp
    var kind: Kind
    /// The id of the object that the item affects.
    var subject: String
}
