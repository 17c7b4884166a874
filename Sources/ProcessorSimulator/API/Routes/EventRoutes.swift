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
                call.listQuery(), ofTypes: call.eventTypes(), of: isOfAll ? .all : EventOwner(call.account))
            let shown = try page.data.map { row in
                try call.work.inAccount(row.account) { try call.work.stripeJSON(row) }
            }
            return .list(shown, hasMore: page.hasMore, at: path)
        },
        .get(path + "/{id}") { call in
            try call.work.stripeJSON(call.work.eventInPath(call.path()))
        },
    ]

    private static let path = "/v1/events"
}

extension Call {
    fileprivate func eventTypes() throws -> [String] {
        let many = self["types"].elements.compactMap(\.string)
        guard let one = self["type"].string else { return many }
        try require(
            many.isEmpty, "You may only specify one of these parameters: type, types.", parameter: "types")
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
            endpoint.apiVersion = try call.eventVersion()
            try call.change(&endpoint)
            var fields = try call.shown(call.work.create(endpoint))
            fields["secret"] = .string(secret)
            return fields
        },
        .get(path, simulates: Filters.part) { call in
            try call.listed(WebhookEndpoint.self, where: ["deleted": "0"])
        },
        .get(one) { call in try call.shown(call.work.livingEndpoint(call.path())) },
        .post(one, simulates: ["url", "enabled_events", "description", "metadata", "disabled"]) { call in
            var endpoint = try call.work.livingEndpoint(call.path())
            try call.change(&endpoint)
            if let disabled = call["disabled"].bool { endpoint.isEnabled = !disabled }
            return try call.shown(call.work.keep(endpoint))
        },
        .delete(one) { call in
            var endpoint = try call.work.livingEndpoint(call.path())
            endpoint.deleted = true
            try call.work.keep(endpoint)
            return WebhookEndpoint.deleted(endpoint.id)
        },
    ]

    private static let path = "/v1/webhook_endpoints"
    private static let one = "/v1/webhook_endpoints/{webhook_endpoint}"
}

extension Call {
    fileprivate func change(_ endpoint: inout WebhookEndpoint) throws {
        if let url = self["url"].string {
            try EndpointRules.check(url: url)
            endpoint.url = url
        }
        if has("enabled_events") {
            endpoint.enabledEvents = self["enabled_events"].elements.compactMap(\.string)
            try EndpointRules.check(enabledEvents: endpoint.enabledEvents)
        }
        take("description", into: &endpoint.description)
        try takeMetadata(into: &endpoint.metadata)
    }

    /// Returns the requested API version, or nil if the request does not contain one. Throws an error for any
    /// version other than the version of this processor's events.
    fileprivate func eventVersion() throws -> String? {
        guard let version = self["api_version"].string else { return nil }
        try require(
            version == StripeTables.version, "parameter_not_simulated",
            "This simulated processor sends events only in version \(StripeTables.version).",
            parameter: "api_version")
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
        .get(deliveries) { call in try page(call.work.store.attempts(newest: 100)) },
        .get(deliveries + "/after/{number}") { call in
            guard let number = Int64(call.path()) else {
                throw ProcessorError.noSuch("delivery", call.path())
            }
            return try page(call.work.store.attempts(after: number, limit: 100))
        },
        .post("/_tapctl/events/{event}/resend") { call in try call.resend(to: nil) },
        .post("/_tapctl/events/{event}/resend/{webhook_endpoint}") { call in
            try call.resend(to: call.path("webhook_endpoint"))
        },
        .post("/_tapctl/webhook_endpoints/{webhook_endpoint}/roll/{seconds}") { call in
            guard let overlap = Int64(call.path("seconds")) else {
                throw ProcessorError.invalid("The old secret's lifetime must be a whole number of seconds.")
            }
            let endpoint = try call.work.rollSecret(of: call.path("webhook_endpoint"), overlap: overlap)
            return [
                "object": "rolled_secret", "webhook_endpoint": endpoint.id,
                "secret": endpoint.secret, "old_secret_ends": endpoint.oldSecretEnds,
            ]
        },
    ]

    private static let deliveries = "/_tapctl/deliveries"

    private static func page(_ attempts: [AttemptRow]) -> JSONObject {
        .list(attempts.map(shown), at: deliveries)
    }

    private static func shown(_ attempt: AttemptRow) -> JSONObject {
        [
            "object": "delivery_attempt", "number": attempt.number, "event": attempt.event,
            "type": attempt.type, "webhook_endpoint": attempt.endpoint, "url": attempt.url,
            "attempt": attempt.attempt, "created": attempt.at, "status": attempt.status,
            "problem": attempt.problem, "fault": attempt.fault, "milliseconds": attempt.milliseconds,
            "next_attempt": attempt.next,
        ]
    }
}

extension Call {
    fileprivate func resend(to endpoint: String?) throws -> JSONObject {
        let submitted = try work.resend(path("event"), to: endpoint)
        return [
            "object": "resent_event", "event": path("event"),
            "webhook_endpoints": submitted,
        ]
    }
}
