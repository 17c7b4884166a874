import Foundation
import MoneyKit
import Processor
import TimeKit

/// The requested part of a list.
struct ListRange {
    var created: ClosedRange<Timestamp>?
    /// Selects objects older than this one, newest first.
    var after: ListCursor?
    /// Selects objects newer than this one, oldest first. Takes precedence over `after`.
    var before: ListCursor?
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
        guard let number = ObjectIdentifiers.number(in: id) else { return nil }
        self.created = created
        self.number = number
    }
}

struct ObjectRow {
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
    /// The request's id, `req_…`, or nil if it did not come through the API.
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

/// An item that is executed at a certain time.
struct Due: Hashable {
    /// The kind of item. Items that are due in the same second are executed in this order.
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
