public import MoneyKit
import Processor
public import TimeKit

/// A charge that exists only at the processor, with the details that are needed to record it.
public struct UnknownCharge: Hashable, Sendable {
    /// The payer's details at the processor.
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
    /// The payer, or nil if the charge has no customer or its customer was deleted.
    public var payer: Payer?
    /// Whether the processor has assigned the charge to the payer's customer. If false, this program found
    /// the customer by the customer's metadata.
    public var isAssigned = true
    /// The charge's subscription, `sub_…`, or nil.
    public var subscription: String?
    /// The time of the subscription's first payment if the subscription is not in the books; otherwise nil.
    /// This charge may be a later payment.
    public var subscriptionStart: Timestamp?
    /// The subscription invoice that the charge paid, `in_…`, or nil.
    public var invoice: String?
    /// The schedule in the books that the subscription belongs to, `sch_…`, or nil.
    public var schedule: String?
    /// The charge's metadata. If the charge paid a subscription's invoice, the invoice's metadata is included
    /// and takes precedence.
    public var metadata: [String: String]
    /// The time of the charge.
    public var created: Timestamp
    /// Whether the charge is still pending, for example because a bank debit takes several days.
    var isPending: Bool

    /// The quote in the charge's metadata. If the metadata contains no quote that matches the charged amount,
    /// the whole amount is the base amount.
    public var quote: Quote {
        Quote(in: metadata, total: amount) ?? Quote(unknown: amount, fee: applicationFeeMinor)
    }
}

/// The details that a person provides to record an unknown charge as a payment.
public struct AdoptedCharge: Sendable {
    /// The kind of payment, such as `gift`. The kind determines which ``PaymentPolicy`` is used.
    public var kind: String
    /// The id of the object that the payment is for, such as a gift.
    public var subject: String
    /// The payer's name and contact details.
    public var payer: Payer
    /// The text on the card statement. It is recorded only if the charge has a subscription.
    public var statementDescriptor: String

    /// Creates the details for a payment or, if the charge has a subscription, for a schedule.
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
