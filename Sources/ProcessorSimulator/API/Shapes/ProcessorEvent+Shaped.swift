import Foundation
import Processor
import TimeKit

extension Work {
    /// What happened, as Stripe tells it.
    func shaped(_ event: EventRow) throws -> JSONValue {
        var fields: JSONObject = [
            "id": .text(event.id), "object": "event", "api_version": .text(StripeTables.version),
            "created": .integer(event.created.seconds), "data": ["object": try subject(of: event)],
            "livemode": false, "pending_webhooks": 0,
            "request": ["id": .null, "idempotency_key": .null], "type": .text(event.type),
        ]
        fields["account"] = event.account.map { .text($0) }
        return .object(fields)
    }

    /// What it happened to, as it was then.
    private func subject(of event: EventRow) throws -> JSONValue {
        if let subject = try EventSubject(kind: event.kind, json: event.json) {
            // An invoice's payment is kept in the invoice.
            if case .invoice(let invoice) = subject, event.type.hasPrefix("invoice_payment."),
                let payment = invoice.payment
            {
                return payment
            }
            return try shaped(subject)
        }
        func noun<Noun: Shaped>(_ kind: Noun.Type) throws -> JSONValue {
            try shaped(NounCoder.decoder.decode(kind, from: event.json))
        }
        switch event.kind {
        case Coupon.objectName: return try noun(Coupon.self)
        case Discount.objectName: return try noun(Discount.self)
        case InvoiceItem.objectName: return try noun(InvoiceItem.self)
        case CheckoutSession.objectName: return try noun(CheckoutSession.self)
        case PaymentLink.objectName: return try noun(PaymentLink.self)
        case PortalConfiguration.objectName: return try noun(PortalConfiguration.self)
        case PortalSession.objectName: return try noun(PortalSession.self)
        default: preconditionFailure("no event tells of a \(event.kind)")
        }
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
        }
    }

    /// What is left of something that was deleted.
    func deleted(_ id: String, _ object: String) -> JSONValue {
        ["id": .text(id), "object": .text(object), "deleted": true]
    }
}
