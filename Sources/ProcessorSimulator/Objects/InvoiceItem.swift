import MoneyKit
import Processor
import TimeKit

/// Something that the next invoice of a customer takes up.
///
/// Source: Stripe API reference, "Invoice Items".
struct InvoiceItem: StoredObject {
    static let objectName = "invoiceitem"
    /// `ii_…`
    var id: String
    var created: Timestamp
    var customer: String
    /// The invoice that took it up; nil while it waits.
    var invoice: String?
    /// The only subscription whose invoices take it up.
    var subscription: String?
    var subscriptionItem: String?
    /// In minor units; below 0 for what is given back.
    var amount: Int64
    var currency: Currency
    var quantity: Int64 = 1
    var unitAmount: Int64
    var price: String?
    var product: String?
    var description: String?
    var periodStart: Timestamp
    var periodEnd: Timestamp
    var isProration = false
    var metadata: Metadata = [:]
    var deleted = false

    var parent: String? { customer }
}

/// Which subscription an item belongs to that was not its first.
struct SubscriptionItemPlace: StoredObject {
    static let objectName = "subscription_item"
    /// `si_…`
    var id: String
    var created: Timestamp
    var subscription: String
}
