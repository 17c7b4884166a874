package import ProcessorClient
import TimeKit

extension EventHead {
    package var document: JSONValue {
        [
            "object": "processor_event", "id": id.json, "type": type.json, "created": created.json,
            "account": account.json, "subject": subject.id.json, "pending_webhooks": pendingWebhooks.json,
            "request": JSONValue(request?.id), "idempotency_key": JSONValue(request?.idempotencyKey),
        ]
    }

    package var row: [String] {
        [
            created.iso8601, printable(type), printable(id), printable(subject.id ?? ""),
            printable(account ?? ""), String(pendingWebhooks),
        ]
    }

    package static let head = ["time", "event", "id", "subject", "account", "pending"]
}
