import Processor
import TimeKit

/// A tax rate that can be applied to invoices, subscriptions and Checkout line items.
///
/// Source: Stripe API reference, "Tax Rates".
struct TaxRate: StoredObject {
    static let objectName = "tax_rate"
    /// The id, `txr_…`.
    var id: String
    var created: Timestamp
    var displayName: String
    /// The rate in ten-thousandths of a percent. For example, 1,000,000 is 100%.
    var percentage: Int64
    /// Whether prices already include the tax.
    var inclusive: Bool
    /// Whether new objects, such as invoices, can use the rate.
    var active = true
    var country: String?
    var state: String?
    var jurisdiction: String?
    var description: String?
    var taxType: String?
    var metadata: Metadata = [:]
}
