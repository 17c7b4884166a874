import Processor

/// What an endpoint of webhooks may be.
///
/// Source: Stripe API reference, "Webhook Endpoints"; Stripe takes 16 of them in a test mode.
enum EndpointRules {
    static let most = 16

    /// - Throws: 400 for an address that nothing can be posted to.
    static func check(url: String) throws {
        guard url.utf8.count <= 2_000, WebhookTarget(url) != nil else {
            throw ProcessorError.invalid(
                "url_invalid", "Invalid URL: An explicit scheme (such as https) must be provided.",
                parameter: "url")
        }
    }

    /// - Throws: 400 for no type of event at all.
    static func check(enabledEvents: [String]) throws {
        guard !enabledEvents.isEmpty else {
            throw ProcessorError.invalid(
                "parameter_invalid_empty", "You must select at least one event to listen to.",
                parameter: "enabled_events")
        }
    }
}
