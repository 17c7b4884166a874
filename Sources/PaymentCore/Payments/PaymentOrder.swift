public import TimeKit

/// What a policy asks to be charged.
public struct PaymentOrder: Sendable {
    /// Whose policy hears of it.
    public var kind: String
    /// What is paid for.
    public var subject: String
    /// How it is charged, and for whom: the payee is from the directory and nowhere else.
    public var form: ChargeForm
    /// What was shown.
    public var quote: Quote
    /// `pm_…`
    public var method: String
    /// Who pays, for the guard against stolen cards.
    public var payer: Payer
    /// What stands on the card statement: 5 to 22 characters.
    public var statementDescriptor: String
    /// The charge day of a monthly payment. Nil uses the day, in UTC, on which it starts.
    public var day: MonthlyDay?
    /// Metadata stored at the processor, which identifies the charge if the books lose it. It contains only opaque ids:
    /// at most 40 keys of 40 characters, with values of up to 500.
    public var metadata: [String: String] = [:]
    /// The length of a period of a recurring payment. A stated ``day`` requires a month.
    public var interval = ChargeInterval.month
    /// A promotion code that the processor takes off a recurring payment: `promo_…`, or nil.
    public var promotionCode: String?
    /// The payer's customer at the processor.
    public var customer = PayerCustomer.none

    /// An order of these parts.
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

    /// An order of a destination charge.
    public init(
        kind: String, subject: String, payee: String, quote: Quote, method: String, payer: Payer,
        statementDescriptor: String
    ) {
        self.init(
            kind: kind, subject: subject, form: .destination(payee: payee), quote: quote, method: method,
            payer: payer, statementDescriptor: statementDescriptor)
    }
}

/// The way in which the payer of a one-time payment is represented at the processor.
public enum PayerCustomer: Hashable, Sendable {
    /// No customer.
    case none
    /// An existing customer, `cus_…`.
    case known(String)
    /// A new customer, created from the payer's name, address and telephone number.
    case made(NewCustomer)
}

/// A customer that is created for a payment.
public struct NewCustomer: Hashable, Sendable {
    /// The payment for which this customer was first requested, or nil if this payment is the first.
    ///
    /// The idempotency key is derived from it, so that two payments of one payer at the same moment get one customer.
    public var requestedFor: String?
    /// True to create the customer at the same time as the payment intent, for a payer who waits: the intent then has no
    /// customer, and its charge is assigned to the customer later. False to create the customer first.
    public var isBeside: Bool

    /// Creates a description of a new customer.
    public init(requestedFor payment: String? = nil, isBeside: Bool = false) {
        requestedFor = payment
        self.isBeside = isBeside
    }
}

/// Who pays, as far as the guard and the processor need to know.
public struct Payer: Hashable, Sendable, Codable {
    /// In any script.
    public var name: String
    /// As it was typed; compared without case.
    public var email: String
    /// In any form.
    public var phone: String?
    /// The address of the network from which the payer comes, or nil where there is none.
    public var client: String?

    /// A payer.
    public init(name: String, email: String, phone: String?, client: String?) {
        self.name = name
        self.email = email
        self.phone = phone
        self.client = client
    }
}
