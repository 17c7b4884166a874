import Processor

/// Where the processor's pages for people stand: they are addresses of the program that serves them.
enum PageLinks {
    /// Where the bank asks the donor.
    static func challenge(of intent: PaymentIntent, at base: String) -> String {
        challenge(of: intent.id, intent.clientSecret, at: base)
    }

    /// Where the bank asks the donor of a payment or setup intent.
    static func challenge(of intent: String, _ secret: String, at base: String) -> String {
        "\(base)/pages/3ds/\(intent)?secret=\(secret)"
    }

    /// Where an account is onboarded.
    static func onboarding(_ token: String, at base: String) -> String { "\(base)/pages/onboarding/\(token)" }

    /// The dashboard of an onboarded account.
    static func express(_ account: String, _ token: String, at base: String) -> String {
        "\(base)/pages/express/\(account)?token=\(token)"
    }
    /// Where somebody pays.
    static func checkout(_ session: String, at base: String) -> String { "\(base)/pages/checkout/\(session)" }
    /// Where a customer looks after subscriptions.
    static func portal(_ session: String, at base: String) -> String { "\(base)/pages/portal/\(session)" }
    /// Where an invoice is shown and paid.
    static func invoice(_ invoice: String, at base: String) -> String { "\(base)/pages/invoice/\(invoice)" }
    /// Where a Checkout page is made for each who comes.
    static func paymentLink(_ link: String, at base: String) -> String { "\(base)/pages/link/\(link)" }
}
