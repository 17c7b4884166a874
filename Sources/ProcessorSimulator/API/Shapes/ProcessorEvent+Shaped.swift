import Foundation
import Processor
import TimeKit

extension Work {
    /// What happened, as Stripe tells it.
    func shaped(_ row: EventRow) throws -> JSONValue {
        let event = try event(row)
        var data: JSONObject = ["object": try subject(of: event)]
        data["previous_attributes"] = try previousAttributes(of: row, now: data["object"] ?? .null)
        var fields: JSONObject = [
            "id": .text(event.id), "object": "event", "api_version": .text(StripeTables.version),
            "created": .integer(event.created.seconds), "data": .object(data),
            "livemode": .bool(event.livemode),
            "pending_webhooks": .integer(try store.pendingDeliveries(ofEvent: row.id)),
            "request": Self.request(row.cause), "type": .text(event.type),
        ]
        fields["account"] = event.account.map { .text($0) }
        return .object(fields)
    }

    /// What it happened to, as it was then; an invoice's payment is kept in the invoice.
    private func subject(of event: ProcessorEvent) throws -> JSONValue {
        if event.type.hasPrefix("invoice_payment."), case .invoice(let invoice) = event.subject,
            let payment = invoice.payment
        {
            return payment
        }
        return try shaped(event.subject)
    }

    private static func request(_ cause: EventCause?) -> JSONValue {
        ["id": JSONValue(cause?.request), "idempotency_key": JSONValue(cause?.idempotencyKey)]
    }

    /// What the fields that changed were before; nil where the event does not tell.
    private func previousAttributes(of row: EventRow, now: JSONValue) throws -> JSONValue? {
        guard let previous = row.previous else { return nil }
        let then = try shaped(EventSubject(kind: row.kind, json: previous))
        return then.object.map { .object($0.differing(from: now.object ?? JSONObject())) }
    }

    private func shaped(_ subject: EventSubject) throws -> JSONValue {
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
    func deleted(_ id: String, _ object: String) -> JSONValue {
        ["id": .text(id), "object": .text(object), "deleted": true]
    }
}
