import TimeKit
import Processor

extension Work {
    /// What happened, as Stripe tells it.
    func shaped(_ event: ProcessorEvent) throws -> JSONValue {
        var fields: JSONObject = [
            "id": .text(event.id), "object": "event", "api_version": .text(StripeTables.version),
            "created": .integer(event.created.seconds), "data": ["object": try shaped(event.subject)],
            "livemode": .bool(event.livemode), "pending_webhooks": 0,
            "request": ["id": .null, "idempotency_key": .null], "type": .text(event.type),
        ]
        fields["account"] = event.account.map { .text($0) }
        return .object(fields)
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
