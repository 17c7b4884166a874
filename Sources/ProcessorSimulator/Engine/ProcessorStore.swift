import Foundation
import MoneyKit
import Processor
import TimeKit

/// A selection of objects from a list, by creation time, position and field values.
struct ListRange {
    var created: ClosedRange<Timestamp>?
    /// The position after which the page starts, or nil. The page contains older objects, newest first.
    var after: ListCursor?
    /// The position before which the page ends, or nil. If a position is given, the page contains objects
    /// that are newer than the position, listed from oldest to newest, and `after` is ignored.
    var before: ListCursor?
    /// The field values that an object must have.
    var filter: ListFilter = [:]
}

/// The field values that an object must have, keyed by field name.
typealias ListFilter = [String: String]

/// A position in a list. A page is read from this position, in either direction.
struct ListCursor {
    var created: Timestamp
    var number: Int64

    /// Creates the position of an object. Returns nil if the id contains no counter value.
    init?(created: Timestamp, id: String) {
        guard let number = ObjectIdentifiers.number(in: id) else { return nil }
        self.created = created
        self.number = number
    }
}

struct ObjectRow {
    var id: String
    var kind: String
    /// The account that the object belongs to, or an empty string for the platform.
    var owner: String
    var parent: String?
    var created: Timestamp
    var json: Data
}

/// A stored event, with the object that it reports.
struct EventRow {
    var id: String
    var created: Timestamp
    var type: String
    var account: String?
    /// The type of the object, which is the value of its `object` field.
    var kind: String
    var json: Data
    /// The object before the change. Nil if the event does not report a change.
    var previous: Data?
    /// The request that caused the event, or nil if the cause was a due item.
    var cause: EventCause?
}

/// The accounts whose events are read.
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
    /// The request's id, `req_…`. Nil if the request was a ``PaymentProcessor`` call, not a request to
    /// Stripe's API.
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

/// Work that the processor performs at a scheduled time, such as the renewal of a subscription.
struct Due: Hashable {
    /// The kind of a due item. The raw values determine the order of items that are due in the same second.
    enum Kind: Int {
        case settlement, booking, bankDebit, captureExpiry, refundStep, disputeArrival, disputeDecision
        case payoutStep, trialReminder, resume, renewal, finalization, retry, incompleteExpiry, upcoming
        case cancellation, collection, checkoutExpiry
        case scheduledPayout = 40
        case clockStep, clockDeletion
        case dueDate = 60
        case scheduleExpiry
        /// The start of a phase of a subscription schedule. It precedes a renewal in the same second.
        case schedulePhase = -1
        case quoteExpiry = 80
        case topupArrival = 90
    }

    var at: Timestamp
    var kind: Kind
    /// The id of the object that the item affects.
    var subject: String
}
