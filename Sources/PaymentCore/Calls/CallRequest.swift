import MoneyKit
import Processor
import TimeKit

/// A complete request to the processor. It is stored before it is sent, so that a retry sends exactly the
/// same request.
enum CallRequest: Hashable, Codable {
    // Payments
    case pay(PaymentIntent.Create)
    /// Creates a customer, and then a payment for that customer. The `key` is the idempotency key of the
    /// request for the customer. If it is nil, the key is derived from the call's key.
    case payAsCustomer(Customer.Create, PaymentIntent.Create, key: String? = nil)
    /// Creates a customer and a payment in parallel. The payment's charge is assigned to the customer later.
    case payBesideCustomer(Customer.Create, PaymentIntent.Create, key: String)
    /// Repeats the request for the customer of a ``payBesideCustomer(_:_:key:)`` payment, because the first
    /// request got no response. The key is the same, so the processor does not create a second customer.
    case payerCustomer(Customer.Create, key: String)
    /// Assigns the charge of a payment that was made with ``payBesideCustomer(_:_:key:)`` to the payment's
    /// customer.
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

    /// The connected account that receives a payment, `acct_…`. Nil for the platform's own payments, and for
    /// requests that are not payments.
    var payee: String? {
        switch self {
        case .pay(let payment), .payAsCustomer(_, let payment, _), .payBesideCustomer(_, let payment, _):
            payment.destination ?? payment.onBehalfOf
        default: nil
        }
    }
}
