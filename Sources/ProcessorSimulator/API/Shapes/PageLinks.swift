import Processor

/// The URLs of the processor's web pages, which `ProcessorServer` serves.
struct PageLinks {
    let base: String

    /// Returns the URL of the bank's challenge for a payment intent.
    func challenge(of intent: PaymentIntent) -> String {
        challenge(of: intent.id, intent.clientSecret)
    }

    /// Returns the URL of the bank's challenge for a payment intent or a setup intent.
    func challenge(of intent: String, _ secret: String) -> String {
        "\(base)/pages/3ds/\(intent)?secret=\(secret)"
    }

    /// Returns the URL of an onboarding page.
    func onboarding(_ token: String) -> String { "\(base)/pages/onboarding/\(token)" }

    /// Returns the URL of the dashboard of an onboarded account.
    func express(_ account: String, _ token: String) -> String {
        "\(base)/pages/express/\(account)?token=\(token)"
    }
    /// Returns the URL of a Checkout page.
    func checkout(_ session: String) -> String { "\(base)/pages/checkout/\(session)" }
    /// Returns the URL of a customer's portal page.
    func portal(_ session: String) -> String { "\(base)/pages/portal/\(session)" }
    /// Returns the URL of an invoice's page.
    func invoice(_ invoice: String) -> String { "\(base)/pages/invoice/\(invoice)" }
    /// Returns the URL of a payment link. Each visit creates a new Checkout session.
    func paymentLink(_ link: String) -> String { "\(base)/pages/link/\(link)" }
}

extension ProcessorConfiguration {
    /// The URLs of the web pages.
    var links: PageLinks { PageLinks(base: pages) }
}
