package import ProcessorClient
import TimeKit

extension EventHead {
    package var document: JSONValue {
        [
            "object": "processor_event", "id": .string(id), "type": .string(type),
            "created": .string(created.iso8601), "account": JSONValue(account),
            "subject": JSONValue(subject.id), "pending_webhooks": .int(pendingWebhooks),
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
