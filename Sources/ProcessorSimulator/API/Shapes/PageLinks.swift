import TimeKit
import Processor

/// Where the processor's pages for people stand: they are addresses of the program that serves them.
enum PageLinks {
    /// Where the bank asks the donor.
    static func challenge(of intent: PaymentIntent, at base: String) -> String {
        "\(base)/pages/3ds/\(intent.id)?secret=\(intent.clientSecret)"
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
