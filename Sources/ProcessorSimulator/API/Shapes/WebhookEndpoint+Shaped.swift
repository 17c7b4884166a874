import Processor
import TimeKit

extension WebhookEndpoint: Shaped {
    /// The secret is not among them: it is shown once.
    func fields(_ work: Work) throws -> JSONObject {
        [
            "api_version": JSONValue(apiVersion), "application": .null, "created": .integer(created.seconds),
            "description": JSONValue(description),
            "enabled_events": .list(enabledEvents.map { .text($0) }), "livemode": false,
            "metadata": JSONValue(metadata), "status": .text(isEnabled ? "enabled" : "disabled"),
            "url": .text(url),
        ]
    }
}
