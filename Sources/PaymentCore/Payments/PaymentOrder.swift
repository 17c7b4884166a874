public import TimeKit

/// A request to charge a payer, for example for a gift.
public struct PaymentOrder: Sendable {
    /// The kind of payment, such as `gift`. The kind determines which ``PaymentPolicy`` is used.
    public var kind: String
    /// The id of the object that the payment is for, such as a gift.
    public var subject: String
    /// The form of the charge, which includes the payee, if there is one. The payee must come from the
    /// directory of organizations, never from the request.
    public var form: ChargeForm
    /// The quote that the payer was shown.
    public var quote: Quote
    /// The payment method: an id, `pm_…`, or the name of a test method.
    public var method: String
    /// The payer's details, for the fraud guard and the processor.
    public var payer: Payer
    /// The text on the card statement, 5 to 22 characters.
    public var statementDescriptor: String
    /// The charge day of a monthly payment. If nil, a recurring payment is charged on the same day of the
    /// month as its start, in UTC.
    public var day: MonthlyDay?
    /// Metadata that is stored at the processor, to identify the charge if it is missing from the books. It
    /// contains only opaque ids. The limits are 40 keys of up to 40 characters, and values of up to 500
    /// characters.
    public var metadata: [String: String] = [:]
    /// The length of a period of a recurring payment. If ``day`` is set, the period must be a month.
    public var interval = ChargeInterval.month
    /// The id of the promotion code that the processor applies to a recurring payment, `promo_…`, or nil.
    public var promotionCode: String?
    /// The customer that represents the payer at the processor.
    public var customer = PayerCustomer.none

    /// Creates an order for any form of charge.
    public init(
        kind: String, subject: String, form: ChargeForm, quote: Quote, method: String, payer: Payer,
        statementDescriptor: String
    ) {
        self.kind = kind
        self.subject = subject
        self.form = form
        self.quote = quote
        self.method = method
        self.payer = payer
        self.statementDescriptor = statementDescriptor
    }
}

/// The customer that represents the payer at the processor, for a one-time payment.
public enum PayerCustomer: Hashable, Sendable {
    /// The payment is made without a customer.
    case none
    /// The payment uses an existing customer, `cus_…`.
    case known(String)
    /// The payment uses a new customer, which is created from the payer's name, e-mail address and telephone
    /// number.
    case made(NewCustomer)
}

/// A customer that is created for a payment.
public struct NewCustomer: Hashable, Sendable {
    /// The id of the earlier payment for which this customer was first requested, or nil if the current
    /// payment is the first one.
    ///
    /// The idempotency key is derived from the first payment, so two simultaneous payments of one payer get
    /// the same customer.
    public var requestedFor: String?
    /// Whether the customer is created in parallel with the payment intent, to save time. If true, the charge
    /// is assigned to the customer later. If false, the customer is created before the payment intent.
    public var isBeside: Bool

    /// Creates a description of a customer that does not exist yet.
    ///
    /// - Parameters:
    ///   - payment: The earlier payment for which this customer was first requested, or nil if the current
    ///     payment is the first one.
    ///   - isBeside: Whether the customer is created in parallel with the payment intent.
    public init(requestedFor payment: String? = nil, isBeside: Bool = false) {
        requestedFor = payment
        self.isBeside = isBeside
    }
}

/// The payer's details that the fraud guard and the processor need.
public struct Payer: Hashable, Sendable, Codable {
    /// The name, in any script.
    public var name: String
    /// The e-mail address as it was typed. Addresses are compared case-insensitively.
    public var email: String
    /// The telephone number, in any format.
    public var phone: String?
    /// The network address of the payer's client, or nil if it is unknown.
    public var client: String?

    /// Creates a payer. `client` is the network address of the payer's client, or nil if it is unknown.
    public init(name: String, email: String, phone: String?, client: String?) {
        self.name = name
        self.email = email
        self.phone = phone
        self.client = client
    }
}
