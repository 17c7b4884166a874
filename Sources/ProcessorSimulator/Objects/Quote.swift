import MoneyKit
import Processor
import TimeKit

/// An offer to a customer. When it is accepted, it becomes an invoice or a subscription.
///
/// Source: Stripe API reference, "Quote".
struct Quote: StoredObject {
    enum Status: String, Codable { case draft, open, accepted, canceled }

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
    /// The ids of the discounts, `di_…`. The processor creates the discounts when it saves the quote, but
    /// redeems the coupons only when the quote is accepted. Nil until the discounts are created.
    var discounts: [String]?
    /// The terms of the invoice or the subscription that the quote becomes.
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
    /// The items that are charged when the quote is accepted. Recurring items are excluded if the quote has a
    /// trial period.
    var upfrontItems: [CheckoutSession.Item] {
        items.filter { $0.price.interval == nil || terms.trialDays == nil }
    }
}
