import DatabaseKit
import Foundation
import Processor
import TimeKit

extension Work {
    /// Tells what happened to a noun, as it was just written.
    @discardableResult
    func emit<Noun: StoredNoun>(_ type: String, _ written: Written<Noun>, account: String? = nil) throws
        -> Written<Noun>
    {
        var row = EventRow(
            id: try newID("evt"), created: present, type: type, account: account, kind: Noun.objectName,
            json: written.json, cause: cause)
        if type.hasSuffix(".updated") { row.previous = before[written.noun.id] }
        before[written.noun.id] = written.json
        try store.append(row)
        try deliver(row)
        return written
    }

    /// A page of what happened, newest first.
    func events(_ query: ListQuery, ofTypes types: [String] = []) throws -> ListPage<ProcessorEvent> {
        let page = try eventRows(query, ofTypes: types)
        return ListPage(try page.data.map(event), hasMore: page.hasMore)
    }

    /// The same as it is kept.
    func eventRows(_ query: ListQuery, ofTypes types: [String] = []) throws -> (
        data: [EventRow], hasMore: Bool
    ) {
        try ListRules.check(query)
        try ListRules.check(eventTypes: types)
        let oldest = now.adding(seconds: -configuration.eventMemory)
        let wanted = query.created ?? oldest...Timestamp.latest
        let range = min(max(wanted.lowerBound, oldest), wanted.upperBound)...wanted.upperBound
        let listed = ListRange(
            created: range, behind: try eventCursor(query.startingAfter, by: "starting_after"),
            ahead: try eventCursor(query.endingBefore, by: "ending_before"))
        let rows = try store.events(listed, ofTypes: types, limit: query.limit + 1)
        let page = rows.prefix(query.limit)
        return (listed.ahead == nil ? Array(page) : page.reversed(), rows.count > query.limit)
    }

    private func eventCursor(_ id: String?, by parameter: String) throws -> ListCursor? {
        guard let id else { return nil }
        guard let event = try store.event(id) else {
            throw ProcessorError.noSuch("event", id, parameter: parameter)
        }
        return ListCursor(created: event.created, id: id)
    }

    func event(_ row: EventRow) throws -> ProcessorEvent {
        ProcessorEvent(
            id: row.id, created: row.created, type: row.type, account: row.account,
            subject: try EventSubject(kind: row.kind, json: row.json))
    }
}

extension EventSubject {
    /// The noun that was written under its `object`.
    init(kind: String, json: Data) throws {
        func decoded<Noun: ProcessorNoun>() throws -> Noun {
            try DocumentCoder.decode(Noun.self, from: json)
        }
        self =
            switch kind {
            case PaymentIntent.objectName: .paymentIntent(try decoded())
            case Charge.objectName: .charge(try decoded())
            case Refund.objectName: .refund(try decoded())
            case Dispute.objectName: .dispute(try decoded())
            case Transfer.objectName: .transfer(try decoded())
            case ApplicationFee.objectName: .applicationFee(try decoded())
            case Payout.objectName: .payout(try decoded())
            case Account.objectName: .account(try decoded())
            case Customer.objectName: .customer(try decoded())
            case Subscription.objectName: .subscription(try decoded())
            case Invoice.objectName: .invoice(try decoded())
            case PaymentMethod.objectName: .paymentMethod(try decoded())
            case Product.objectName: .product(try decoded())
            case Price.objectName: .price(try decoded())
            default: .other(object: kind, json: json)
            }
    }
}
