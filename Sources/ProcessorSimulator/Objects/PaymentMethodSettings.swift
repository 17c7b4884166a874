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

/// A set of display preferences that determines which payment methods customers see.
///
/// Source: Stripe API reference, "Payment Method Configurations".
struct PaymentMethodConfiguration: StoredObject {
    static let objectName = "payment_method_configuration"
    /// The id, `pmc_…`.
    var id: String
    var created: Timestamp
    var name: String
    var active = true
    /// The configured display preferences, keyed by payment method type. Each preference is `on`, `off` or
    /// `none`.
    var preferences: [String: String] = [:]
}
