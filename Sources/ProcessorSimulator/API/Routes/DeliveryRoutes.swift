import Processor
import TextKit
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
                "object": "rolled_secret", "webhook_endpoint": .string(endpoint.id),
                "secret": .string(endpoint.secret), "old_secret_ends": JSONTree(endpoint.oldSecretEnds),
            ]
        },
    ]

    private static let deliveries = "/_tapctl/deliveries"

    private static func resend(_ call: Call, to endpoint: String?) throws -> JSONTree {
        let told = try call.work.resend(call.path("event"), to: endpoint)
        return [
            "object": "resent_event", "event": .string(call.path("event")),
            "webhook_endpoints": .array(told.map { .string($0) }),
        ]
    }

    private static func page(_ attempts: [AttemptRow], _ call: Call) -> JSONTree {
        [
            "object": "list", "url": .string(deliveries), "has_more": false,
            "data": .array(attempts.map(shown)),
        ]
    }

    private static func shown(_ attempt: AttemptRow) -> JSONTree {
        var fields: JSONObject = [
            "object": "delivery_attempt", "number": .integer(attempt.number),
            "event": .string(attempt.event), "type": .string(attempt.type),
            "webhook_endpoint": .string(attempt.endpoint), "url": .string(attempt.url),
        ]
        fields["attempt"] = .integer(Int64(attempt.attempt))
        fields["created"] = .integer(attempt.at.seconds)
        fields["status"] = JSONTree(attempt.status.map { Int64($0) })
        fields["problem"] = JSONTree(attempt.problem)
        fields["fault"] = JSONTree(attempt.fault)
        fields["milliseconds"] = .integer(attempt.milliseconds)
        fields["next_attempt"] = JSONTree(attempt.next)
        return fields.tree
    }
}
