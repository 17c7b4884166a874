import Processor
import TimeKit

/// An address that wants to be told what happens.
///
/// Source: Stripe API reference, "Webhook Endpoints".
struct WebhookEndpoint: StoredObject {
    static let objectName = "webhook_endpoint"
    /// `we_…`
    var id: String
    var created: Timestamp
    var url: String
    /// Types of events; `*` for all.
    var enabledEvents: [String]
    /// It is told what happens to connected accounts, and not what happens to the platform.
    var isConnect: Bool
    var description: String?
    var metadata: Metadata = [:]
    var apiVersion: String?
    var isEnabled = true
    /// What deliveries are signed with: `whsec_…`
    var secret: String
    /// The secret before it was rolled, which signs as well for a while.
    var oldSecret: String?
    var oldSecretEnds: Timestamp?
    var deleted = false
}

extension WebhookEndpoint {
    /// Whether it is told of an event.
    func wants(_ type: String, of account: String?) -> Bool {
        isEnabled && !deleted && isConnect == (account != nil)
            && enabledEvents.contains { $0 == "*" || $0 == type }
    }

    /// What signs at a moment, the newest first.
    func secrets(at now: Timestamp) -> [String] {
        guard let oldSecret, let oldSecretEnds, now < oldSecretEnds else { return [secret] }
        return [secret, oldSecret]
    }
}
