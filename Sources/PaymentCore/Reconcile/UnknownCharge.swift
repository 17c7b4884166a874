public import MoneyKit
import Processor
public import TimeKit

/// A charge that only the processor has, with the details needed to book it.
public struct UnknownCharge: Hashable, Sendable, Identifiable {
    /// The payer, according to the processor.
    public struct Payer: Hashable, Sendable {
        /// The customer's id, `cus_…`.
        public var customer: String
        /// The name as the payer entered it.
        public var name: String?
        /// The e-mail address as the payer entered it.
        public var email: String?
        /// The telephone number, in any format.
        public var phone: String?
    }

    /// The charge's id, `ch_…`.
    public var id: String
    /// The payment intent's id, `pi_…`.
    public var intent: String
    /// The charged amount.
    public var amount: Money
    /// The connected account that receives the money, or nil for the platform.
    public var account: String?
    /// The platform's application fee, in minor units.
    public var applicationFeeMinor: Int64
    /// The payer, or nil if the charge has no customer or the customer was deleted.
    public var payer: Payer?
    /// Whether the charge's customer at the processor is the payer. If false, the charge was not assigned yet, and the
    /// payer was found by its metadata.
    public var isAssigned = true
    /// The subscription of the charge, `sub_…`.
    public var subscription: String?
    /// The time of the subscription's first payment, if the subscription is not in the books. The charge may be a later
    /// payment.
    public var subscriptionStart: Timestamp?
    /// The subscription's invoice that the charge paid, `in_…`.
    public var invoice: String?
    /// The schedule in the books that the subscription belongs to, `sch_…`, or nil.
    public var schedule: String?
    /// The metadata of the charge, or of its subscription.
    public var metadata: [String: String]
    /// The time of the charge.
    public var created: Timestamp
    /// Whether a bank debit is still pending.
    public var isPending: Bool

    /// The split into base amount, covered fee and application fee, according to the metadata. Without
    /// metadata, the whole amount is the base amount.
    public var quote: Quote {
        Quote(in: metadata, total: amount) ?? Quote(unknown: amount, fee: applicationFeeMinor)
    }
}

/// The details with which an unknown charge is booked.
public struct AdoptedCharge: Sendable {
    /// The kind of payment, which selects the policy.
    public var kind: String
    /// The subject of the payment, as the policy identifies it.
    public var subject: String
    /// The payer of a schedule.
    public var payer: Payer
    /// The card statement text of a schedule.
    public var statementDescriptor: String

    /// Creates the details of an adoption.
    public init(kind: String, subject: String, payer: Payer, statementDescriptor: String) {
        self.kind = kind
        self.subject = subject
        self.payer = payer
        self.statementDescriptor = statementDescriptor
    }
}

extension UnknownCharge.Payer {
    init(_ customer: Customer) {
        self.init(
            customer: customer.id, name: customer.name, email: customer.email, phone: customer.phone)
    }
}
