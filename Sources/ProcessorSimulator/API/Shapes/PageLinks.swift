import TimeKit
import Processor

/// Where the processor's pages for people stand: they are addresses of the program that serves them.
enum PageLinks {
    /// Where the bank asks the donor.
    static func challenge(of intent: PaymentIntent, at base: String) -> String {
        "\(base)/pages/3ds/\(intent.id)?secret=\(intent.clientSecret)"
    }
}
