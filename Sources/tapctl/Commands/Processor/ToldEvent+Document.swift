import TimeKit

extension ToldEvent {
    var document: JSONValue {
        [
            "object": "processor_event", "id": .string(id), "type": .string(type),
            "created": .string(Timestamp(seconds: Int64(created)).iso8601), "account": JSONValue(account),
            "subject": JSONValue(data.object.id), "pending_webhooks": .int(pending_webhooks),
            "request": JSONValue(request?.id), "idempotency_key": JSONValue(request?.idempotency_key),
        ]
    }

    var row: [String] {
        [
            Timestamp(seconds: Int64(created)).iso8601, printable(type), printable(id),
            printable(data.object.id ?? ""), printable(account ?? ""), String(pending_webhooks),
        ]
    }

    static let head = ["time", "event", "id", "subject", "account", "pending"]
}

extension ToldAttempt {
    var document: JSONValue {
        let next = next_attempt.map { Timestamp(seconds: Int64($0)).iso8601 }
        return [
            "object": "processor_delivery", "number": .int(number), "event": .string(event),
            "type": .string(type), "webhook_endpoint": .string(webhook_endpoint), "url": .string(url),
            "attempt": .int(attempt), "created": .string(Timestamp(seconds: Int64(created)).iso8601),
            "status": status.map { .int($0) } ?? .null, "problem": JSONValue(problem),
            "fault": JSONValue(fault), "duration_ms": .int(milliseconds), "next_attempt": JSONValue(next),
        ]
    }

    /// What came of it, in a few words.
    var outcome: String {
        let told = status.map(String.init) ?? problem ?? "no answer"
        return fault.map { "\(told) (fault: \($0))" } ?? told
    }

    var row: [String] {
        [
            Timestamp(seconds: Int64(created)).iso8601, printable(type), printable(event), printable(url),
            String(attempt), printable(outcome),
            next_attempt.map { Timestamp(seconds: Int64($0)).iso8601 } ?? "",
        ]
    }

    static let head = ["time", "event", "id", "to", "attempt", "answer", "next attempt"]
}
