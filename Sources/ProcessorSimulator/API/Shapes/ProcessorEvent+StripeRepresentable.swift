import DatabaseKit
import Foundation
import Processor
import TextKit
import TimeKit

extension EngineTransaction {
    /// Returns an event in Stripe's JSON format.
    func stripeJSON(_ row: EventRow) throws -> JSONTree {
        let object = try subject(of: row)
        var data: JSONObject = ["object": object]
        if let previous = row.previous, let then = try stripeJSON(row.kind, previous).object {
            data["previous_attributes"] = then.differing(from: object.object ?? JSONObject()).tree
        }
        var fields: JSONObject = [
            "id": row.id, "object": "event", "api_version": StripeTables.version,
            "created": row.created, "data": data.tree, "livemode": false,
            "pending_webhooks": JSONTree.integer(try store.pendingDeliveries(ofEvent: row.id)),
            "request": [
                "id": JSONTree(row.cause?.request), "idempotency_key": JSONTree(row.cause?.idempotencyKey),
            ] as JSONTree,
            "type": row.type,
        ]
        fields["account"] = row.account.map { .string($0) }
        return fields.tree
    }

    private func subject(of row: EventRow) throws -> JSONTree {
        if row.type.hasPrefix("invoice_payment."), row.kind == Invoice.objectName,
            let payment = try DocumentCoder.decode(Invoice.self, from: row.json).payment
        {
            return payment
        }
        return try stripeJSON(row.kind, row.json)
    }

    /// Returns the response to the deletion of an object: its id, its type and `"deleted": true`.
    func deleted(_ id: String, _ object: String) -> JSONTree {
        ["id": .string(id), "object": .string(object), "deleted": true]
    }
}

extension WebhookEndpoint: StripeRepresentable {
    /// Returns the endpoint's fields without the secret. Stripe returns the secret only when the endpoint is
    /// created.
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "api_version": apiVersion, "application": nil, "created": created,
            "description": description,
            "enabled_events": JSONTree.array(enabledEvents.map { .string($0) }), "livemode": false,
            "metadata": metadata, "status": isEnabled ? "enabled" : "disabled",
            "url": url,
        ]
    }
}
