import Processor
import TimeKit

/// A web domain on which payment methods are shown.
///
/// Source: Stripe API reference, "Payment Method Domains".
struct PaymentMethodDomain: StoredObject {
    static let objectName = "payment_method_domain"
    /// The id, `pmd_…`.
    var id: String
    var created: Timestamp
    var name: String
    var isEnabled = true
}

/// The payment methods that are shown to customers.
///
/// Source: Stripe API reference, "Payment Method Configurations".
struct PaymentMethodConfiguration: StoredObject {
    static let objectName = "payment_method_configuration"
    /// The id, `pmc_…`.
    var id: String
    var created: Timestamp
    var name: String
    var active = true
    /// The display preference for each payment method that was configured: `on`, `off` or `none`.
    var preferences: [String: String] = [:]
}
