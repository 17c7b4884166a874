import DatabaseKit
import Foundation
import Processor
import TextKit
import TimeKit

extension EngineTransaction {
    /// Returns an event in Stripe's JSON format.
    func stripeJSON(_ row: EventRow) throws -> JSONObject {
        let object = try subject(of: row)
        var data: JSONObject = ["object": object]
        if let previous = row.previous {
            data["previous_attributes"] = try stripeJSON(row.kind, previous).differing(from: object).tree
        }
        var fields: JSONObject = [
            "id": row.id, "object": "event", "api_version": StripeTables.version,
            "created": row.created, "data": data, "livemode": false,
            "pending_webhooks": try store.pendingDeliveries(ofEvent: row.id),
            "request": [
                "id": row.cause?.request, "idempotency_key": row.cause?.idempotencyKey,
            ] as JSONObject,
            "type": row.type,
        ]
        fields["account"] = row.account?.tree
        return fields
    }

    private func subject(of row: EventRow) throws -> JSONObject {
        if row.type.hasPrefix("invoice_payment."), row.kind == Invoice.objectName,
            let payment = try DocumentCoder.decode(Invoice.self, from: row.json).payment
        {
            return payment
        }
        return try stripeJSON(row.kind, row.json)
    }
}

extension StoredObject {
    /// Returns the response to the deletion of an object: its id, its type and `"deleted": true`.
    static func deleted(_ id: String) -> JSONObject {
        ["id": id, "object": objectName, "deleted": true]
    }
}

extension WebhookEndpoint: StripeRepresentable {
    /// Returns the endpoint's fields without the secret. Stripe returns the secret only when the endpoint is
    /// created.
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "api_version": apiVersion, "application": nil, "created": created,
            "description": description,
            "enabled_events": enabledEvents, "livemode": false,
            "metadata": metadata, "status": isEnabled ? "enabled" : "disabled",
            "url": url,
        ]
    }
}
