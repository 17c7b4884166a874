import MoneyKit
import Processor
import TimeKit

/// A page where somebody pays, subscribes, or leaves a card.
///
/// Source: Stripe API reference, "Checkout Sessions".
struct CheckoutSession: StoredObject {
    enum Mode: String, Hashable, Sendable, Codable { case payment, subscription, setup }
    enum Status: String, Hashable, Sendable, Codable { case open, complete, expired }

    /// A price and how many of it.
    struct Item: Hashable, Sendable, Codable {
        var id: String
        var price: Price
        var quantity: Int64
        var description: String
    }

    /// What the payment or the subscription is made with.
    struct Terms: Hashable, Sendable, Codable {
        var applicationFeeAmount: Int64?
        var applicationFeeBasisPoints: Int64?
        var destination: String?
        var onBehalfOf: String?
        var transferGroup: String?
        var description: String?
        var receiptEmail: String?
        var statementDescriptor: String?
        var isManual = false
        var keepsMethod = false
        var trialEnd: Timestamp?
        var trialDays: Int64?
        var metadata: Metadata = [:]
    }

    static let objectName = "checkout.session"
    /// `cs_test_…`
    var id: String
    var created: Timestamp
    var mode: Mode
    var status = Status.open
    var isPaid = false
    var items: [Item] = []
    var currency: Currency?
    var terms = Terms()
    var coupons: [String] = []
    /// In minor units.
    var discount: Int64 = 0
    var customer: String?
    var email: String?
    var makesCustomer = false
    var successURL: String?
    var cancelURL: String?
    var reference: String?
    var expiresAt: Timestamp
    var paymentIntent: String?
    /// `seti_…` of a page on which a card is left.
    var setupIntent: String?
    var subscription: String?
    var invoice: String?
    var paymentLink: String?
    var metadata: Metadata = [:]

    var subtotal: Int64 { items.reduce(0) { $0 + $1.price.unitAmount * $1.quantity } }
    /// What is paid on the page, in minor units; a trial's is nothing.
    var total: Int64 { terms.trialDays != nil || terms.trialEnd != nil ? 0 : subtotal - discount }
}

/// An address that makes a Checkout page for each who opens it.
///
/// Source: Stripe API reference, "Payment Links".
struct PaymentLink: StoredObject {
    static let objectName = "payment_link"
    /// `plink_…`
    var id: String
    var created: Timestamp
    var active = true
    var items: [CheckoutSession.Item]
    var currency: Currency
    var terms = CheckoutSession.Terms()
    /// Where its Checkout pages lead to; nil: a page that says thanks.
    var redirect: String?
    var message: String?
    var inactiveMessage: String?
    /// How many sessions may come to their end; nil: any number.
    var mostCompleted: Int64?
    var makesCustomer = false
    var metadata: Metadata = [:]
}

/// What a customer may do on the portal page.
///
/// Source: Stripe API reference, "Portal Configuration".
struct PortalConfiguration: StoredObject {
    static let objectName = "billing_portal.configuration"
    /// `bpc_…`
    var id: String
    var created: Timestamp
    var updated: Timestamp
    var active = true
    var isDefault = false
    var name: String?
    var returnURL: String?
    var headline: String?
    var privacyURL: String?
    var termsURL: String?
    var showsInvoices = false
    var updatesMethod = false
    var cancels = false
    var cancelsAtOnce = false
    var metadata: Metadata = [:]
}

/// One visit of a customer to the portal page.
///
/// Source: Stripe API reference, "Customer Portal".
struct PortalSession: StoredObject {
    static let objectName = "billing_portal.session"
    /// `bps_…`
    var id: String
    var created: Timestamp
    var customer: String
    var configuration: String
    var returnURL: String?
    var onBehalfOf: String?
}
