import Processor
import TextKit
import TimeKit

/// `/v1/webhook_endpoints`
///
/// Source: Stripe API reference, "Webhook Endpoints".
enum WebhookEndpointRoutes {
    static let all: [Route] = [
        .post(
            path,
            simulates: ["url", "enabled_events", "connect", "description", "metadata", "api_version"]
        ) { call in
            try refuseAccount(call)
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
            try refuseAccount(call)
            return try call.listed(WebhookEndpoint.self, where: ["deleted": "0"])
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

    /// Events are told in the one version whose shapes this processor has.
    private static func version(_ call: Call) throws -> String? {
        guard let version = call["api_version"].string else { return nil }
        guard version == StripeTables.version else {
            throw ProcessorError.invalid(
                "parameter_not_simulated",
                "This simulated processor tells events in version \(StripeTables.version) alone.",
                parameter: "api_version")
        }
        return version
    }

    private static func refuseAccount(_ call: Call) throws {
        guard call.account == nil else {
            throw ProcessorError.invalid(
                "operation_not_simulated",
                "Endpoints of connected accounts are not simulated: make one with connect=true without Stripe-Account."
            )
        }
    }
}
