import Processor
import TextKit
import TimeKit

extension WebhookEndpoint: Shaped {
    /// The secret is not among them: it is shown once.
    func fields(_ work: Work) throws -> JSONObject {
        [
            "api_version": JSONTree(apiVersion), "application": .null, "created": .integer(created.seconds),
            "description": JSONTree(description),
            "enabled_events": .array(enabledEvents.map { .string($0) }), "livemode": false,
            "metadata": JSONTree(metadata), "status": .string(isEnabled ? "enabled" : "disabled"),
            "url": .string(url),
        ]
    }
}
