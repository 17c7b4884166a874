import Foundation
import Processor
import TextKit
import TimeKit

extension Work {
    /// What happened, as Stripe tells it.
    func shaped(_ row: EventRow) throws -> JSONTree {
        let event = try event(row)
        var data: JSONObject = ["object": try subject(of: event)]
        data["previous_attributes"] = try previousAttributes(of: row, now: data["object"] ?? .null)
        var fields: JSONObject = [
            "id": .string(event.id), "object": "event", "api_version": .string(StripeTables.version),
            "created": .integer(event.created.seconds), "data": data.tree,
            "livemode": .bool(event.livemode),
            "pending_webhooks": .integer(try store.pendingDeliveries(ofEvent: row.id)),
            "request": Self.request(row.cause), "type": .string(event.type),
        ]
        fields["account"] = event.account.map { .string($0) }
        return fields.tree
    }

    /// What it happened to, as it was then; an invoice's payment is kept in the invoice.
    private func subject(of event: ProcessorEvent) throws -> JSONTree {
        if event.type.hasPrefix("invoice_payment."), case .invoice(let invoice) = event.subject,
            let payment = invoice.payment
        {
            return payment
        }
        return try shaped(event.subject)
    }

    private static func request(_ cause: EventCause?) -> JSONTree {
        ["id": JSONTree(cause?.request), "idempotency_key": JSONTree(cause?.idempotencyKey)]
    }

    /// What the fields that changed were before; nil where the event does not tell.
    private func previousAttributes(of row: EventRow, now: JSONTree) throws -> JSONTree? {
        guard let previous = row.previous else { return nil }
        let then = try shaped(EventSubject(kind: row.kind, json: previous))
        return then.object.map { $0.differing(from: now.object ?? JSONObject()).tree }
    }

    private func shaped(_ subject: EventSubject) throws -> JSONTree {
        switch subject {
        case .paymentIntent(let noun): try shaped(noun)
        case .charge(let noun): try shaped(noun)
        case .refund(let noun): try shaped(noun)
        case .dispute(let noun): try shaped(noun)
        case .transfer(let noun): try shaped(noun)
        case .applicationFee(let noun): try shaped(noun)
        case .payout(let noun): try shaped(noun)
        case .account(let noun): try shaped(noun)
        case .customer(let noun): noun.deleted ? deleted(noun.id, Customer.objectName) : try shaped(noun)
        case .subscription(let noun): try shaped(noun)
        case .invoice(let noun): try shaped(noun)
        case .paymentMethod(let noun): try shaped(noun)
        case .product(let noun): try shaped(noun)
        case .price(let noun): try shaped(noun)
        case .other(let object, let json): try shapedAPINoun(object, json)
        }
    }

    /// What is left of something that was deleted.
    func deleted(_ id: String, _ object: String) -> JSONTree {
        ["id": .string(id), "object": .string(object), "deleted": true]
    }
}

extension WebhookEndpoint: Shaped {
    /// The secret is not among them: it is shown once.
    func fields(_ work: Work) throws -> JSONObject {
        [
            "api_version": JSONTree(apiVersion), "application": .null, "created": .integer(created.seconds),
            "description": JSONTree(description),
            "enabled_events": .array(enabledEvents.map { .string($0) }), "livemode": false,
            "metadata": JSONTree(metadata), "status": .string(isEnabled ? "enabled" : "disabled"),
            "url": .string(url),
        ]
    }
}
