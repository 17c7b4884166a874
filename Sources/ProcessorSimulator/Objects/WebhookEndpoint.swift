import Processor
import TimeKit

/// A URL that receives events.
///
/// Source: Stripe API reference, "Webhook Endpoints".
struct WebhookEndpoint: StoredObject {
    static let objectName = "webhook_endpoint"
    static let isOfPlatform = true
    /// The id, `we_…`.
    var id: String
    var created: Timestamp
    var url: String
    /// The event types that the endpoint subscribes to, or `*` for all.
    var enabledEvents: [String]
    /// Whether the endpoint receives the events of connected accounts instead of the platform's events.
    var isConnect: Bool
    var description: String?
    var metadata: Metadata = [:]
    var apiVersion: String?
    var isEnabled = true
    /// The secret that signs deliveries: `whsec_…`.
    var secret: String
    /// The previous secret, which also signs deliveries until `oldSecretEnds`.
    var oldSecret: String?
    var oldSecretEnds: Timestamp?
    var deleted = false
}

extension WebhookEndpoint {
    /// Returns whether an event is sent to the endpoint. The endpoint must be enabled and not deleted, and
    /// must subscribe to the event's type. It must receive the events of connected accounts if the event
    /// belongs to one, and the platform's events otherwise.
    ///
    /// - Parameters:
    ///   - type: The type of the event.
    ///   - account: The connected account that the event belongs to, or nil for the platform.
    func wants(_ type: String, of account: String?) -> Bool {
        isEnabled && !deleted && isConnect == (account != nil)
            && enabledEvents.contains { $0 == "*" || $0 == type }
    }

    /// Returns the secrets that sign deliveries at a given time, newest first.
    func secrets(at now: Timestamp) -> [String] {
        guard let oldSecret, let oldSecretEnds, now < oldSecretEnds else { return [secret] }
        return [secret, oldSecret]
    }
}
