public import TimeKit

/// A donor as the processor knows them: who pays again.
///
/// Source: Stripe API reference, "Customers".
public struct Customer: ProcessorNoun {
    public static let objectName = "customer"
    public var object = Customer.objectName
    /// `cus_…`
    public var id: String
    public var created: Timestamp
    public var name: String?
    public var email: String?
    public var phone: String?
    /// The method that invoices are charged to.
    public var defaultPaymentMethod: String?
    /// The customer was deleted: only its id is left.
    public var deleted = false
    public var metadata: Metadata = [:]

    public init(id: String, created: Timestamp) {
        self.id = id
        self.created = created
    }

    public struct Create: Hashable, Sendable, Codable {
        public var name: String?
        public var email: String?
        public var phone: String?
        /// Attached to the customer, and what its invoices are charged to.
        public var paymentMethod: String?
        public var metadata: Metadata

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
