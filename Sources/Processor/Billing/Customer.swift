public import MoneyKit
public import TimeKit

/// A customer: a payer whom the processor can charge again.
///
/// Source: Stripe API reference, "Customers".
public struct Customer: ProcessorObject {
    /// The name of this object type in Stripe's API.
    public static let objectName = "customer"
    /// The value of the object's `object` field in Stripe's API.
    public var object = Customer.objectName
    /// The id, `cus_…`.
    public var id: String
    /// The time at which the object was created, with a precision of one second.
    public var created: Timestamp
    /// The name, in any script.
    public var name: String?
    /// The e-mail address.
    public var email: String?
    /// The phone number, in any format.
    public var phone: String?
    /// The id of the default payment method for invoices, `pm_…`. Nil if the customer has no default payment
    /// method.
    public var defaultPaymentMethod: String?
    /// The id of the customer's default card, bank account or source. Nil if the customer has no default
    /// source.
    public var defaultSource: String?
    /// The id of the customer's test clock, `clock_…`. Nil if the customer uses the processor's clock.
    public var testClock: String?
    /// The number of the customer's invoices that have been finalized and therefore have an invoice number.
    /// Nil means zero.
    public var invoiceCount: Int64?
    /// The customer's balance, in minor units of ``currency``. A positive balance increases the next invoice.
    /// A negative balance is a credit, which reduces the next invoice. Nil means zero.
    public var balance: Int64?
    /// The currency of ``balance``. Nil until the balance changes for the first time.
    public var currency: Currency?
    /// Whether the customer was deleted. A deleted customer has no name, e-mail address or other details.
    public var deleted = false
    /// The metadata that the API client attached to the object.
    public var metadata: Metadata = [:]

    /// Creates a customer.
    public init(id: String, created: Timestamp) {
        self.id = id
        self.created = created
    }

    /// The parameters for creating a customer.
    public struct Create: Hashable, Sendable, Codable {
        /// The name, in any script.
        public var name: String?
        /// The e-mail address.
        public var email: String?
        /// The phone number, in any format.
        public var phone: String?
        /// The id of the payment method to attach to the customer. It becomes the default for invoices.
        public var paymentMethod: String?
        /// The metadata to attach to the object.
        public var metadata: Metadata

        /// Creates the parameters for a customer.
        public init(
            name: String? = nil, email: String? = nil, phone: String? = nil, paymentMethod: String? = nil,
            metadata: Metadata = [:]
        ) {
            self.name = name
            self.email = email
            self.phone = phone
            self.paymentMethod = paymentMethod
            self.metadata = metadata
        }
    }
}
