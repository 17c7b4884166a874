import MoneyKit
import Processor
import TimeKit

/// A page on which a customer pays, subscribes or saves a card.
///
/// Source: Stripe API reference, "Checkout Sessions".
struct CheckoutSession: StoredObject {
    enum Mode: String, Codable { case payment, subscription, setup }
    enum Status: String, Codable { case open, complete, expired }

    /// A price and its quantity.
    struct Item: Hashable, Codable {
        var id: String
        var price: Price
        var quantity: Int64
        var description: String
        /// The tax rates, `txr_…`, or nil.
        var taxRates: [String]?
    }

    /// The terms of the payment or the subscription that the session creates.
    struct Terms: Hashable, Codable {
        var applicationFeeAmount: Int64?
        var applicationFeeBasisPoints: Int64?
        var defaultTaxRates: [String]?
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
    /// The id, `cs_test_…`.
    var id: String
    var created: Timestamp
    var mode: Mode
    var status = Status.open
    var isPaid = false
    var items: [Item] = []
    var currency: Currency?
    var terms = Terms()
    var coupons: [String] = []
    /// The promotion codes, `promo_…`, or nil.
    var promotionCodes: [String]?
    /// The total discount, in minor units.
    var discount: Int64 = 0
    /// The discount on each item, in minor units. Nil if there are no discounts, or if an earlier version of
    /// this program saved the session.
    var itemDiscounts: [Int64]?
    /// The taxes on each item, after the discount. Nil if there are no taxes.
    var taxes: [[Invoice.Tax]]?
    /// The shipping rates from which the customer chooses, or nil if nothing is shipped.
    var shippingOptions: [ShippingOption]?
    /// The position of the chosen shipping option. If nil, the customer has not chosen an option yet, and the
    /// first option applies.
    var chosenShipping: Int?
    var customer: String?
    var email: String?
    /// The cardholder's name, as the customer entered it.
    var holder: String?
    var makesCustomer = false
    var successURL: String?
    var cancelURL: String?
    var reference: String?
    var expiresAt: Timestamp
    var paymentIntent: String?
    /// The setup intent, `seti_…`, of a session in `setup` mode; otherwise nil.
    var setupIntent: String?
    var subscription: String?
    var invoice: String?
    var paymentLink: String?
    var metadata: Metadata = [:]

    var subtotal: Int64 { items.sum { $0.price.amount(of: $0.quantity) } }
    /// The amount to pay on the page, in minor units. It is 0 if a trial starts.
    var total: Int64 {
        terms.trialDays != nil || terms.trialEnd != nil
            ? 0 : subtotal - discount + exclusiveTax + (shipping?.amount ?? 0)
    }
    /// The taxes that are added to the total, in minor units.
    var exclusiveTax: Int64 {
        (taxes ?? []).joined().filter { !$0.isInclusive }.sum(of: \.amount)
    }
}

/// A URL that creates a new Checkout session each time it is opened.
///
/// Source: Stripe API reference, "Payment Links".
struct PaymentLink: StoredObject {
    static let objectName = "payment_link"
    /// The id, `plink_…`.
    var id: String
    var created: Timestamp
    var active = true
    var items: [CheckoutSession.Item]
    var currency: Currency
    /// The shipping rates from which the customer chooses, or nil if nothing is shipped.
    var shippingOptions: [CheckoutSession.ShippingOption]?
    var terms = CheckoutSession.Terms()
    /// The URL to which Checkout redirects after the payment, or nil to show a confirmation instead.
    var redirect: String?
    var message: String?
    var inactiveMessage: String?
    /// The maximum number of sessions that can be completed, or nil for no limit.
    var mostCompleted: Int64?
    var makesCustomer = false
    var metadata: Metadata = [:]

    /// The amount of a payment with the first shipping option, in minor units.
    var total: Int64 {
        items.reduce(shippingOptions?.first?.amount ?? 0) { $0 + $1.price.amount(of: $1.quantity) }
    }
}

/// The settings of the portal page, such as the operations that customers can perform.
///
/// Source: Stripe API reference, "Portal Configuration".
struct PortalConfiguration: StoredObject {
    static let objectName = "billing_portal.configuration"
    /// The id, `bpc_…`.
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

/// A customer's session on the portal page.
///
/// Source: Stripe API reference, "Customer Portal".
struct PortalSession: StoredObject {
    static let objectName = "billing_portal.session"
    /// The id, `bps_…`.
    var id: String
    var created: Timestamp
    var customer: String
    var configuration: String
    var returnURL: String?
    var onBehalfOf: String?
}
