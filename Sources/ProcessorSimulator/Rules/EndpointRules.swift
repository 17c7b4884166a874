import Processor

/// The rules for webhook endpoints.
///
/// Source: Stripe API reference, "Webhook Endpoints". Stripe allows 16 endpoints in test mode.
enum EndpointRules {
    static let most = 16

    /// Checks the URL of an endpoint.
    ///
    /// - Throws: ``ProcessorError`` with status 400 if the URL is too long, or is not an `http` or `https`
    ///   URL to which the processor can send requests.
    static func check(url: String) throws {
        try require(
            url.utf8.count <= 2_000, "url_invalid", "Invalid URL: The URL must be at most 2,000 bytes long.",
            parameter: "url")
        try require(
            WebhookTarget(url) != nil, "url_invalid",
            url.contains("://")
                ? "Invalid URL: Use http or https, a host, no user name, and only ASCII characters."
                : "Invalid URL: An explicit scheme (such as https) must be provided.",
            parameter: "url")
    }

    /// Checks the event types of an endpoint.
    ///
    /// - Throws: ``ProcessorError`` with status 400 for an empty list.
    static func check(enabledEvents: [String]) throws {
        try require(
            !enabledEvents.isEmpty, "parameter_invalid_empty",
            "You must select at least one event to listen to.",
            parameter: "enabled_events")
    }
}
