import Foundation
import Processor
import TimeKit

extension Work {
    /// Tells what happened to a noun, as it was just written.
    func emit<Noun: StoredNoun>(_ type: String, _ written: Written<Noun>, account: String? = nil) throws {
        try store.append(
            EventRow(
                id: newID("evt"), created: now, type: type, account: account, kind: Noun.objectName,
                json: written.json))
    }

    /// A page of what happened, newest first, as far as ``EventSubject`` has words for it.
    func events(_ query: ListQuery) throws -> ListPage<ProcessorEvent> {
        var (found, query) = ([ProcessorEvent](), query)
        let limit = query.limit
        while true {
            let page = try eventRows(query)
            let known = try page.data.compactMap(event)
            found = query.endingBefore == nil ? found + known : known + found
            guard page.hasMore, found.count < limit, let next = page.cursor(query) else {
                let isCut = found.count > limit
                let kept = query.endingBefore == nil ? Array(found.prefix(limit)) : found.suffix(limit)
                return ListPage(kept, hasMore: page.hasMore || isCut)
            }
            query = next
        }
    }

    /// A page of all that happened, newest first.
    func eventRows(_ query: ListQuery, where filter: ListFilter = [:]) throws -> EventPage {
        try ListRules.check(query)
        let oldest = now.adding(seconds: -configuration.eventMemory)
        let wanted = query.created ?? oldest...Timestamp.latest
        let range = min(max(wanted.lowerBound, oldest), wanted.upperBound)...wanted.upperBound
        let listed = ListRange(
            created: range, behind: try eventCursor(query.startingAfter, by: "starting_after"),
            ahead: try eventCursor(query.endingBefore, by: "ending_before"), filter: filter)
        let rows = try store.events(listed, limit: query.limit + 1)
        let kept = Array(rows.prefix(query.limit))
        return EventPage(
            data: listed.ahead == nil ? kept : kept.reversed(), hasMore: rows.count > query.limit)
    }

    private func eventCursor(_ id: String?, by parameter: String) throws -> ListCursor? {
        guard let id else { return nil }
        guard let event = try store.event(id) else {
            throw ProcessorError.noSuch("event", id, parameter: parameter)
        }
        return ListCursor(created: event.created, id: id)
    }

    /// An event as our own service reads it; nil for one that only the API tells of.
    func event(_ row: EventRow) throws -> ProcessorEvent? {
        guard let subject = try EventSubject(kind: row.kind, json: row.json) else { return nil }
        return ProcessorEvent(
            id: row.id, created: row.created, type: row.type, account: row.account, subject: subject)
    }
}

/// A page of events as they are kept.
struct EventPage {
    var data: [EventRow]
    var hasMore: Bool

    /// What asks for the page behind this one; nil for an empty one.
    func cursor(_ query: ListQuery) -> ListQuery? {
        var next = query
        if query.endingBefore == nil {
            next.startingAfter = data.last?.id
            return next.startingAfter == nil ? nil : next
        }
        next.endingBefore = data.first?.id
        return next.endingBefore == nil ? nil : next
    }
}

extension EventSubject {
    /// The noun that was written under its `object`; nil for one that only the API has.
    init?(kind: String, json: Data) throws {
        func decoded<Noun: ProcessorNoun>(_ kind: Noun.Type) throws -> Noun {
            try NounCoder.decoder.decode(kind, from: json)
        }
        let subject: EventSubject? =
            switch kind {
            case PaymentIntent.objectName: .paymentIntent(try decoded(PaymentIntent.self))
            case Charge.objectName: .charge(try decoded(Charge.self))
            case Refund.objectName: .refund(try decoded(Refund.self))
            case Dispute.objectName: .dispute(try decoded(Dispute.self))
            case Transfer.objectName: .transfer(try decoded(Transfer.self))
            case ApplicationFee.objectName: .applicationFee(try decoded(ApplicationFee.self))
            case Payout.objectName: .payout(try decoded(Payout.self))
            case Account.objectName: .account(try decoded(Account.self))
            case Customer.objectName: .customer(try decoded(Customer.self))
            case Subscription.objectName: .subscription(try decoded(Subscription.self))
            case Invoice.objectName: .invoice(try decoded(Invoice.self))
            case PaymentMethod.objectName: .paymentMethod(try decoded(PaymentMethod.self))
            case Product.objectName: .product(try decoded(Product.self))
            case Price.objectName: .price(try decoded(Price.self))
            default: nil
            }
        guard let subject else { return nil }
        self = subject
    }
}
