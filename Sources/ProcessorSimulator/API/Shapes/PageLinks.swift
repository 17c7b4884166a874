import Processor

/// The URLs of the processor's web pages, which `ProcessorServer` serves.
enum PageLinks {
    /// Returns the URL of the bank's challenge for a payment intent.
    static func challenge(of intent: PaymentIntent, at base: String) -> String {
        challenge(of: intent.id, intent.clientSecret, at: base)
    }

    /// Returns the URL of the bank's challenge for a payment intent or a setup intent.
    static func challenge(of intent: String, _ secret: String, at base: String) -> String {
        "\(base)/pages/3ds/\(intent)?secret=\(secret)"
    }

    /// Returns the URL of an onboarding page.
    static func onboarding(_ token: String, at base: String) -> String { "\(base)/pages/onboarding/\(token)" }

    /// Returns the URL of the dashboard of an onboarded account.
    static func express(_ account: String, _ token: String, at base: String) -> String {
        "\(base)/pages/express/\(account)?token=\(token)"
    }
    /// Returns the URL of a Checkout page.
    static func checkout(_ session: String, at base: String) -> String { "\(base)/pages/checkout/\(session)" }
    /// Returns the URL of a customer's portal page.
    static func portal(_ session: String, at base: String) -> String { "\(base)/pages/portal/\(session)" }
    /// Returns the URL of an invoice's page.
    static func invoice(_ invoice: String, at base: String) -> String { "\(base)/pages/invoice/\(invoice)" }
    /// Returns the URL of a payment link. Each visit creates a new Checkout session.
    static func paymentLink(_ link: String, at base: String) -> String { "\(base)/pages/link/\(link)" }
}
