import Processor
import TextKit

extension Call {
    /// The nouns of a request whose test clock tells its time, if one does.
    ///
    /// Source: Stripe documentation, "Test clocks and simulations".
    var timed: [String] {
        let subjects = [
            "/v1/customers/", "/v1/subscriptions/", "/v1/subscription_items/", "/v1/invoices/",
            "/v1/payment_intents/", "/v1/checkout/sessions/", "/_tapctl/checkout/sessions/",
        ]
        let inPath = subjects.contains(where: route.pattern.hasPrefix) ? Array(names.values) : []
        let named = ["test_clock", "customer", "subscription", "invoice"].compactMap { self[$0].string }
        return inPath + named
    }
}
