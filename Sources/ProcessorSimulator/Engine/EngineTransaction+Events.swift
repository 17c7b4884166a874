import DatabaseKit
import Foundation
import Processor
import TimeKit

extension EngineTransaction {
    /// Emits an event about an object that was just written.
    ///
    /// - Parameter account: The connected account that the event belongs to, or nil for the account that owns
    ///   the object.
    @discardableResult
    func emit<Object: StoredObject>(_ type: String, _ written: Written<Object>, account: String? = nil) throws
        -> Written<Object>
    {
        var row = EventRow(
            id: try newID("evt"), created: present, type: type,
            account: account ?? (Object.isOfPlatform ? nil : self.account), kind: Object.objectName,
            json: written.json, cause: cause)
        if type.hasSuffix(".updated") { row.previous = before[written.object.id] }
        before[written.object.id] = written.json
        try store.append(row)
        try deliver(row)
        return written
    }

    /// Returns a page of events from all accounts, newest first.
    func events(_ query: ListQuery, ofTypes types: [String] = []) throws -> ListPage<ProcessorEvent> {
        let page = try eventRows(query, ofTypes: types, of: .all)
        return ListPage(try page.data.map(event), hasMore: page.hasMore)
    }

    /// Returns a page of stored events, newest first.
    func eventRows(_ query: ListQuery, ofTypes types: [String] = [], of owner: EventOwner) throws -> (
        data: [EventRow], hasMore: Bool
    ) {
        try ListRules.check(query)
        try ListRules.check(eventTypes: types)
        let oldest = now.adding(seconds: -configuration.eventMemory)
        let wanted = query.created ?? oldest...Timestamp.latest
        let range = min(max(wanted.lowerBound, oldest), wanted.upperBound)...wanted.upperBound
        let listed = ListRange(
            created: range, after: try eventCursor(query.startingAfter, by: "starting_after", of: owner),
            before: try eventCursor(query.endingBefore, by: "ending_before", of: owner))
        let rows = try store.events(listed, ofTypes: types, of: owner, limit: query.limit + 1)
        let page = rows.prefix(query.limit)
        return (listed.before == nil ? Array(page) : page.reversed(), rows.count > query.limit)
    }

    /// Returns the event with this id if it belongs to the transaction's ``account``.
    ///
    /// - Throws: `resource_missing` with status 404 if the event does not exist or belongs to another
    ///   account.
    func eventInPath(_ id: String) throws -> EventRow {
        guard let row = try store.event(id), EventOwner(account).owns(row) else {
            throw ProcessorError.noSuch(ProcessorEvent.objectName, id)
        }
        return row
    }

    private func eventCursor(_ id: String?, by parameter: String, of owner: EventOwner) throws
        -> ListCursor?
    {
        guard let id else { return nil }
        guard let event = try store.event(id), owner.owns(event) else {
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
    /// Decodes an event's object, whose type is `kind`.
    init(kind: String, json: Data) throws {
        func decoded<Object: ProcessorObject>() throws -> Object {
            try DocumentCoder.decode(Object.self, from: json)
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

extension EngineTransaction {
    /// Queues a delivery to each endpoint that subscribes to an event. The deliveries are saved in the same
    /// transaction as the event.
    func deliver(_ event: EventRow) throws {
        for endpoint in try endpoints() where endpoint.wants(event.type, of: event.account) {
            try store.add(
                DeliveryRow(event: event.id, type: event.type, endpoint: endpoint.id, next: now))
        }
    }

    /// Returns the endpoints that were not deleted.
    private func endpoints() throws -> [WebhookEndpoint] {
        if let subscribers { return subscribers }
        let found = try onPlatform {
            try list(WebhookEndpoint.self, ListQuery(limit: 100), where: ["deleted": "0"]).data
        }
        subscribers = found
        return found
    }

    func create(_ endpoint: WebhookEndpoint) throws -> WebhookEndpoint {
        try require(
            endpoints().count < EndpointRules.most,
            "You have reached the maximum of \(EndpointRules.most) webhook endpoints.")
        return try keep(endpoint)
    }

    @discardableResult
    func keep(_ endpoint: WebhookEndpoint) throws -> WebhookEndpoint {
        try put(endpoint)
        subscribers = nil
        // Stripe makes no further attempts for an endpoint that is disabled or deleted.
        if !endpoint.isEnabled || endpoint.deleted { try store.drop(deliveriesTo: endpoint.id) }
        return endpoint
    }

    /// Returns the endpoint with this id.
    ///
    /// - Throws: `resource_missing` with status 404 if the endpoint does not exist or was deleted.
    func livingEndpoint(_ id: String) throws -> WebhookEndpoint {
        let endpoint = try inPath(WebhookEndpoint.self, id)
        guard !endpoint.deleted else { throw ProcessorError.noSuch(WebhookEndpoint.objectName, id) }
        return endpoint
    }

    /// Creates a new secret for an endpoint. For the next `overlap` seconds, but at most
    /// ``ProcessorConfiguration/longestSecretOverlap``, deliveries are signed with both the new and the old
    /// secret.
    ///
    /// Source: Stripe documentation, "Roll endpoint signing secrets".
    func rollSecret(of id: String, overlap: Int64) throws -> WebhookEndpoint {
        var endpoint = try livingEndpoint(id)
        endpoint.oldSecret = endpoint.secret
        endpoint.oldSecretEnds = now.adding(
            seconds: min(max(0, overlap), configuration.longestSecretOverlap))
        endpoint.secret = try webhookSecret()
        return try keep(endpoint)
    }

    /// Queues another delivery of an event, even if the event was already delivered.
    ///
    /// - Parameter endpoint: The id of the endpoint, or nil for all endpoints that subscribe to the event.
    /// - Returns: The ids of the endpoints to which the event will be sent.
    func resend(_ id: String, to endpoint: String?) throws -> [String] {
        guard let event = try store.event(id) else {
            throw ProcessorError.noSuch(ProcessorEvent.objectName, id)
        }
        let recipients: [WebhookEndpoint]
        if let endpoint {
            recipients = [try livingEndpoint(endpoint)]
            try require(recipients[0].isEnabled, "The webhook endpoint \(endpoint) is disabled.")
        } else {
            recipients = try endpoints().filter { $0.wants(event.type, of: event.account) }
        }
        for endpoint in recipients {
            try store.add(DeliveryRow(event: id, type: event.type, endpoint: endpoint.id, next: now))
        }
        return recipients.map(\.id)
    }
}
