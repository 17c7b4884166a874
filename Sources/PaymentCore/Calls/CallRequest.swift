import MoneyKit
import Processor
import TimeKit

/// A complete request to the processor. It is stored before it is sent, and resent unchanged.
enum CallRequest: Hashable, Sendable, Codable {
    // Payments
    case pay(PaymentIntent.Create)
    /// Creates a customer, then a payment of that customer.
    ///
    /// - Parameter key: The customer's idempotency key, or nil to derive it from the call's.
    case payAsCustomer(Customer.Create, PaymentIntent.Create, key: String? = nil)
    /// Creates a customer and a payment at the same time.
    case payBesideCustomer(Customer.Create, PaymentIntent.Create, key: String)
    /// Creates the customer of a ``payBesideCustomer(_:_:key:)`` payment again, if the first request for that customer
    /// got no response.
    case payerCustomer(Customer.Create, key: String)
    /// Assigns the charge of a ``payBesideCustomer(_:_:key:)`` payment to its customer.
    case assign(charge: String, customer: String)
    case confirm(intent: String, PaymentIntent.Confirm)
    case refund(Refund.Create)
    case reverse(transfer: String, amount: Int64, metadata: Metadata)
    // Schedules
    case customer(Customer.Create)
    case product(name: String, metadata: Metadata)
    case price(Price.Create)
    case subscribe(Subscription.Create)
    case attach(method: String, customer: String)
    case updateSubscription(String, Subscription.Update)
    case cancelSubscription(String)
    case payInvoice(String)
    case deleteCustomer(String)
    // Payouts
    case transfer(Transfer.Create)
    case payout(account: String, amount: Int64, currency: Currency)
}
