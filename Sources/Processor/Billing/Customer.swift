public import TimeKit

/// A donor as the processor knows them: who pays again.
///
/// Source: Stripe API reference, "Customers".
public struct Customer: ProcessorObject {
    /// What it is, as Stripe spells it.
    public static let objectName = "customer"
    /// What it is, as Stripe spells it.
    public var object = Customer.objectName
    /// `cus_…`
    public var id: String
    /// The second in which it was made.
    public var created: Timestamp
    /// In any script.
    public var name: String?
    /// Where to write to.
    public var email: String?
    /// In any form.
    public var phone: String?
    /// The method that invoices are charged to.
    public var defaultPaymentMethod: String?
    /// `clock_…`: the test clock whose time is theirs; nil for the processor's own time.
    public var testClock: String?
    /// How many invoices were numbered; nil: none.
    public var invoiceCount: Int64?
    /// What the customer owes beside its invoices, in minor units of the currency of its invoices; below 0 it is a credit.
    public var balance: Int64?
    /// The customer was deleted: only its id is left.
    public var deleted = false
    /// What was attached to it.
    public var metadata: Metadata = [:]

    /// One of these fields.
    public init(id: String, created: Timestamp) {
        self.id = id
        self.created = created
    }

    /// What is asked for when one is made.
    public struct Create: Hashable, Sendable, Codable {
        /// In any script.
        public var name: String?
        /// Where to write to.
        public var email: String?
        /// In any form.
        public var phone: String?
        /// Attached to the customer, and what its invoices are charged to.
        public var paymentMethod: String?
        /// What was attached to it.
        public var metadata: Metadata

        /// One of these fields.
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
