import Documents
import TimeKit

extension ToldAttempt {
    var document: JSONValue {
        let next = nextAttempt.map { Timestamp(seconds: Int64($0)).iso8601 }
        return [
            "object": "processor_delivery", "number": .int(number), "event": .string(event),
            "type": .string(type), "webhook_endpoint": .string(webhookEndpoint), "url": .string(url),
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
            nextAttempt.map { Timestamp(seconds: Int64($0)).iso8601 } ?? "",
        ]
    }

    static let head = ["time", "event", "id", "to", "attempt", "answer", "next attempt"]
}
