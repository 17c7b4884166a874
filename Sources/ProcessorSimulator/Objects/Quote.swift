import MoneyKit
import Processor
import TimeKit

/// An offer to a customer, which becomes an invoice or a subscription when it is accepted.
///
/// Source: Stripe API reference, "Quote".
struct Quote: StoredObject {
    enum Status: String, Hashable, Sendable, Codable { case draft, open, accepted, canceled }

    static let objectName = "quote"
    /// The id, `qt_…`.
    var id: String
    var created: Timestamp
    var status = Status.draft
    var customer: String?
    var items: [CheckoutSession.Item] = []
    var coupons: [String] = []
    /// The promotion codes, `promo_…`.
    var promotionCodes: [String] = []
    /// The ids of the discounts, `di_…`. They are redeemed only when the quote is accepted. Nil until they are
    /// created.
    var discounts: [String]?
    /// The terms of the invoice or the subscription.
    var terms = CheckoutSession.Terms()
    /// The number of days within which the customer must pay; nil if the customer is charged automatically.
    var daysUntilDue: Int64?
    var description: String?
    var header: String?
    var footer: String?
    var expiresAt: Timestamp
    var number: String?
    var invoice: String?
    var subscription: String?
    var finalizedAt: Timestamp?
    var acceptedAt: Timestamp?
    var canceledAt: Timestamp?
    var testClock: String?
    var metadata: Metadata = [:]

    var currency: Currency? { items.first?.price.currency }
    var recurringItems: [CheckoutSession.Item] { items.filter { $0.price.interval != nil } }
    /// The items that are charged immediately. Items with a trial are not.
    var upfrontItems: [CheckoutSession.Item] {
        items.filter { $0.price.interval == nil || terms.trialDays == nil }
    }
}
