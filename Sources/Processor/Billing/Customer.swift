public import TimeKit

/// A donor at the processor, stored for later payments.
///
/// Source: Stripe API reference, "Customers".
public struct Customer: ProcessorObject {
    /// Stripe's name of this object type.
    public static let objectName = "customer"
    /// The value of Stripe's `object` field.
    public var object = Customer.objectName
    /// The id, `cus_…`.
    public var id: String
    /// The creation time, in whole seconds.
    public var created: Timestamp
    /// The name, in any script.
    public var name: String?
    /// The e-mail address.
    public var email: String?
    /// The phone number, in any format.
    public var phone: String?
    /// The payment method that invoices are charged to.
    public var defaultPaymentMethod: String?
    /// The customer's test clock, `clock_…`; nil if the customer uses the processor's own time.
    public var testClock: String?
    /// The number of numbered invoices; nil means zero.
    public var invoiceCount: Int64?
    /// The customer's debt outside of invoices, in minor units of the invoices' currency; negative for a credit.
    public var balance: Int64?
    /// Whether the customer was deleted. Only its id remains then.
    public var deleted = false
    /// The attached metadata.
    public var metadata: Metadata = [:]

    /// Creates a customer.
    public init(id: String, created: Timestamp) {
        self.id = id
        self.created = created
    }

    /// A request to create a customer.
    public struct Create: Hashable, Sendable, Codable {
        /// The name, in any script.
        public var name: String?
        /// The e-mail address.
        public var email: String?
        /// The phone number, in any format.
        public var phone: String?
        /// The payment method to attach to the customer and to charge invoices to.
        public var paymentMethod: String?
        /// The attached metadata.
        public var metadata: Metadata

        /// Creates a request.
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
