import MoneyKit
import Processor
import TimeKit

/// An item for a customer's invoice, either pending or already on an invoice.
///
/// Source: Stripe API reference, "Invoice Items".
struct InvoiceItem: StoredObject {
    static let objectName = "invoiceitem"
    /// The id, `ii_…`.
    var id: String
    var created: Timestamp
    var customer: String
    /// The invoice that includes the item, or nil while the item is pending.
    var invoice: String?
    /// The only subscription whose invoices can include the item. If nil, any invoice of the customer can
    /// include the item.
    var subscription: String?
    var subscriptionItem: String?
    /// The amount in minor units. It is negative for a credit.
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
    /// The tax rates, `txr_…`, or nil to use the default rates of the invoice.
    var taxRates: [String]?
    var metadata: Metadata = [:]
    var deleted = false

    var parent: String? { customer }
}

/// A record of the subscription to which a subscription item belongs. A subscription's first item needs no
/// record, because the item's id is derived from the subscription's id.
struct SubscriptionItemPlace: StoredObject {
    static let objectName = "subscription_item"
    /// The id, `si_…`.
    var id: String
    var created: Timestamp
    var subscription: String
}
