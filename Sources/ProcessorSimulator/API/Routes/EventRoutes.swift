import Processor
import TextKit
import TimeKit

/// The routes of `/v1/events`.
///
/// Source: Stripe API reference, "Events".
enum EventRoutes {
    static let all: [Route] = [
        .get(path, simulates: Filters.list.union(["type", "types"])) { call in
            let isOfAll = call.wantsEventsOfAccounts && call.account == nil
            let page = try call.work.eventRows(
                call.listQuery(), ofTypes: types(call), of: isOfAll ? .all : EventOwner(call.account))
            let shown = try page.data.map { row in
                try call.work.inAccount(row.account) { try call.work.stripeJSON(row) }
            }
            return [
                "object": "list", "url": .string(path), "has_more": .bool(page.hasMore),
                "data": .array(shown),
            ]
        },
        .get(path + "/{id}") { call in
            try call.work.stripeJSON(call.work.eventInPath(call.path()))
        },
    ]

    private static let path = "/v1/events"

    private static func types(_ call: Call) throws -> [String] {
        let many = call["types"].elements.compactMap(\.string)
        guard let one = call["type"].string else { return many }
        guard many.isEmpty else {
            throw ProcessorError.invalid(
                "You may only specify one of these parameters: type, types.", parameter: "types")
        }
        return [one]
    }
}

/// The routes of `/v1/webhook_endpoints`.
///
/// Source: Stripe API reference, "Webhook Endpoints".
enum WebhookEndpointRoutes {
    static let all: [Route] = [
        .post(
            path,
            simulates: ["url", "enabled_events", "connect", "description", "metadata", "api_version"]
        ) { call in
            let secret = try call.work.webhookSecret()
            var endpoint = WebhookEndpoint(
                id: try call.work.newID("we"), created: call.work.now, url: "", enabledEvents: [],
                isConnect: call["connect"].bool ?? false, secret: secret)
            endpoint.apiVersion = try version(call)
            try change(&endpoint, call)
            let shown = try call.shown(call.work.create(endpoint))
            guard var fields = shown.object else { return shown }
            fields["secret"] = .string(secret)
            return fields.tree
        },
        .get(path, simulates: Filters.part) { call in
            try call.listed(WebhookEndpoint.self, where: ["deleted": "0"])
        },
        .get(one) { call in try call.shown(call.work.livingEndpoint(call.path())) },
        .post(one, simulates: ["url", "enabled_events", "description", "metadata", "disabled"]) { call in
            var endpoint = try call.work.livingEndpoint(call.path())
            try change(&endpoint, call)
            if let disabled = call["disabled"].bool { endpoint.isEnabled = !disabled }
            return try call.shown(call.work.keep(endpoint))
        },
        .delete(one) { call in
            var endpoint = try call.work.livingEndpoint(call.path())
            endpoint.deleted = true
            try call.work.keep(endpoint)
            return call.work.deleted(endpoint.id, WebhookEndpoint.objectName)
        },
    ]

    private static let path = "/v1/webhook_endpoints"
    private static let one = "/v1/webhook_endpoints/{webhook_endpoint}"

    private static func change(_ endpoint: inout WebhookEndpoint, _ call: Call) throws {
        if let url = call["url"].string {
            try EndpointRules.check(url: url)
            endpoint.url = url
        }
        if call.has("enabled_events") {
            endpoint.enabledEvents = call["enabled_events"].elements.compactMap(\.string)
            try EndpointRules.check(enabledEvents: endpoint.enabledEvents)
        }
        call.take("description", into: &endpoint.description)
        endpoint.metadata = try call.metadata(over: endpoint.metadata)
    }

    /// Returns the requested API version, or nil if the request does not contain one. Throws an error for any
    /// version other than the version of this processor's events.
    private static func version(_ call: Call) throws -> String? {
        guard let version = call["api_version"].string else { return nil }
        guard version == StripeTables.version else {
            throw ProcessorError.invalid(
                "parameter_not_simulated",
                "This simulated processor sends events only in version \(StripeTables.version).",
                parameter: "api_version")
        }
        return version
    }
}

/// The routes for actions that Stripe offers in its dashboard and its command-line tool, but not in its API.
/// Their paths begin with `/_tapctl/`.
///
/// Source: Stripe CLI, `stripe events resend`; documentation, "View event deliveries", "Roll endpoint signing
/// secrets".
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
                throw ProcessorError.invalid("The old secret's lifetime must be a whole number of seconds.")
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
        let submitted = try call.work.resend(call.path("event"), to: endpoint)
        return [
            "object": "resent_event", "event": .string(call.path("event")),
            "webhook_endpoints": .array(submitted.map { .string($0) }),
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
            "object": "delivery_attempt", "number": attempt.number,
            "event": attempt.event, "type": attempt.type,
            "webhook_endpoint": attempt.endpoint, "url": attempt.url,
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
