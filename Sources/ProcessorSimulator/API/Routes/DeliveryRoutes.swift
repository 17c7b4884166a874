import Processor
import TimeKit

/// What Stripe's API has no word for, and its dashboard and command line do: `/_tapctl/…`.
///
/// Source: Stripe CLI, `stripe events resend`; documentation, "View event deliveries", "Roll endpoint signing secrets".
enum DeliveryRoutes {
    static let all: [Route] = [
        .get(deliveries) { call in try page(call.work.store.attempts(newest: 100), call) },
        .get(deliveries + "/after/{number}") { call in
            guard let number = Int64(call.path()) else {
                throw ProcessorError.noSuch("delivery", call.path())
            }
            return try page(call.work.store.attempts(after: number, limit: 100), call)
        },
        .post("/_tapctl/events/{event}/resend") { call in try resend(call, to: nil) },
        .post("/_tapctl/events/{event}/resend/{webhook_endpoint}") { call in
            try resend(call, to: call.path("webhook_endpoint"))
        },
        .post("/_tapctl/webhook_endpoints/{webhook_endpoint}/roll/{seconds}") { call in
            guard let overlap = Int64(call.path("seconds")) else {
                throw ProcessorError.invalid(nil, "The old secret's time is given in seconds.")
            }
            let endpoint = try call.work.rollSecret(of: call.path("webhook_endpoint"), overlap: overlap)
            return [
                "object": "rolled_secret", "webhook_endpoint": .text(endpoint.id),
                "secret": .text(endpoint.secret), "old_secret_ends": JSONValue(endpoint.oldSecretEnds),
            ]
        },
    ]

    private static let deliveries = "/_tapctl/deliveries"

    private static func resend(_ call: Call, to endpoint: String?) throws -> JSONValue {
        let told = try call.work.resend(call.path("event"), to: endpoint)
        return [
            "object": "resent_event", "event": .text(call.path("event")),
            "webhook_endpoints": .list(told.map { .text($0) }),
        ]
    }

    private static func page(_ attempts: [AttemptRow], _ call: Call) -> JSONValue {
        [
            "object": "list", "url": .text(deliveries), "has_more": false,
            "data": .list(attempts.map(shown)),
        ]
    }

    private static func shown(_ attempt: AttemptRow) -> JSONValue {
        var fields: JSONObject = [
            "object": "delivery_attempt", "number": .integer(attempt.number),
            "event": .text(attempt.event), "type": .text(attempt.type),
            "webhook_endpoint": .text(attempt.endpoint), "url": .text(attempt.url),
        ]
        fields["attempt"] = .integer(Int64(attempt.attempt))
        fields["created"] = .integer(attempt.at.seconds)
        fields["status"] = JSONValue(attempt.status.map { Int64($0) })
        fields["problem"] = JSONValue(attempt.problem)
        fields["fault"] = JSONValue(attempt.fault)
        fields["milliseconds"] = .integer(attempt.milliseconds)
        fields["next_attempt"] = JSONValue(attempt.next)
        return .object(fields)
    }
}
