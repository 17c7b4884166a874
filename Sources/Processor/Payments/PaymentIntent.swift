public import MoneyKit
public import TimeKit

/// The wish to be paid, from its first attempt to its end.
///
/// Source: Stripe API reference, "PaymentIntents"; documentation, "How PaymentIntents work".
public struct PaymentIntent: ProcessorObject {
    /// Where it stands.
    public enum Status: String, Hashable, Sendable, Codable {
        case requiresPaymentMethod = "requires_payment_method"
        case requiresConfirmation = "requires_confirmation"
        case requiresAction = "requires_action"
        case processing
        case requiresCapture = "requires_capture"
        case succeeded
        case canceled
    }

    /// When the money is taken.
    public enum CaptureMethod: String, Hashable, Sendable, Codable {
        /// At once, with the balance transaction booked before the answer.
        case automatic
        /// At once, with the balance transaction booked a little later: Stripe's default.
        case automaticAsync = "automatic_async"
        /// When `capture` is called, within 7 days.
        case manual
    }

    /// What it is, as Stripe spells it.
    public static let objectName = "payment_intent"
    /// What it is, as Stripe spells it.
    public var object = PaymentIntent.objectName
    /// `pi_…`
    public var id: String
    /// The second in which it was made.
    public var created: Timestamp
    /// What is asked for, in minor units.
    public var amount: Int64
    /// What waits for capture, in minor units.
    public var amountCapturable: Int64 = 0
    /// What was taken, in minor units.
    public var amountReceived: Int64 = 0
    /// The currency of its amounts.
    public var currency: Currency
    /// Where it stands.
    public var status: Status
    /// When the money is taken.
    public var captureMethod: CaptureMethod
    /// `pi_…_secret_…`: with it a page may confirm, and do nothing else.
    public var clientSecret: String
    /// The connected account that gets the money, all of it, and gives back `applicationFeeAmount`.
    public var destination: String?
    /// The connected account that the charge is made for: its name stands on the card statement.
    public var onBehalfOf: String?
    /// What the platform keeps, in minor units.
    public var applicationFeeAmount: Int64?
    /// What the connected account gets instead of all of it, in minor units.
    public var transferAmount: Int64?
    /// `on_session` or `off_session`: the method is bound to the customer once the payment succeeded.
    public var setupFutureUsage: String?
    /// Binds charges and transfers together where the platform charges first and transfers later.
    public var transferGroup: String?
    /// `cus_…`
    public var customer: String?
    /// `pm_…`
    public var paymentMethod: String?
    /// `ch_…` of the last attempt.
    public var latestCharge: String?
    /// Why the last attempt failed.
    public var lastPaymentError: ProcessorError?
    /// What the donor reads on the card statement: 5 to 22 characters.
    public var statementDescriptor: String?
    /// For people who look at it later.
    public var description: String?
    /// Where the processor itself would send a receipt.
    public var receiptEmail: String?
    /// When it was canceled.
    public var canceledAt: Timestamp?
    /// Why it was canceled: `abandoned`, `duplicate`, `fraudulent`, `requested_by_customer`; `automatic` by its age.
    public var cancellationReason: String?
    /// Where the donor comes back to from the bank's page.
    public var returnURL: String?
    /// What was attached to it.
    public var metadata: Metadata
    /// Real money; never true here.
    public var livemode = false

    /// An intent of which nothing has happened yet.
    public init(id: String, clientSecret: String, created: Timestamp, status: Status, _ wanted: Create) {
        self.id = id
        self.clientSecret = clientSecret
        self.created = created
        self.status = status
        amount = wanted.amount
        currency = wanted.currency
        captureMethod = wanted.captureMethod
        destination = wanted.destination
        onBehalfOf = wanted.onBehalfOf
        applicationFeeAmount = wanted.applicationFeeAmount
        transferGroup = wanted.transferGroup
        customer = wanted.customer
        paymentMethod = wanted.paymentMethod
        statementDescriptor = wanted.statementDescriptor
        description = wanted.description
        receiptEmail = wanted.receiptEmail
        metadata = wanted.metadata
        transferAmount = wanted.transferAmount
        setupFutureUsage = wanted.setupFutureUsage
    }
}

extension PaymentIntent {
    /// The parameters of a new payment intent. Codable: they are stored before they are sent.
    public struct Create: Hashable, Sendable, Codable {
        /// In minor units, at least the currency's least charge (USD 50).
        public var amount: Int64
        /// The currency of its amounts.
        public var currency: Currency
        /// `pm_card_visa`, or a method made before.
        public var paymentMethod: String?
        /// `cus_…`
        public var customer: String?
        /// Confirm at once: the answer is the result of the attempt.
        public var confirm: Bool
        /// The donor is not there: a card that needs its owner is declined with `authentication_required`.
        public var offSession: Bool
        /// When the money is taken.
        public var captureMethod: CaptureMethod
        /// The connected account that gets the money.
        public var destination: String?
        /// The connected account that it is done for.
        public var onBehalfOf: String?
        /// The platform's fee, in minor units.
        public var applicationFeeAmount: Int64?
        /// Binds charges and transfers together.
        public var transferGroup: String?
        /// 5 to 22 characters, with at least one letter, without `< > \ ' " *`.
        public var statementDescriptor: String?
        /// A description for people.
        public var description: String?
        /// Where the processor itself would send a receipt.
        public var receiptEmail: String?
        /// The attached metadata.
        public var metadata: Metadata
        /// The connected account's share if it does not get the full amount, in minor units; excludes an application
        /// fee.
        public var transferAmount: Int64?
        /// `on_session` or `off_session`: bind the method to the customer once the payment succeeded.
        public var setupFutureUsage: String?

        /// A request with Stripe's defaults.
        public init(
            amount: Int64, currency: Currency, paymentMethod: String? = nil, customer: String? = nil,
            confirm: Bool = false, offSession: Bool = false, captureMethod: CaptureMethod = .automaticAsync,
            destination: String? = nil, onBehalfOf: String? = nil, applicationFeeAmount: Int64? = nil,
            transferGroup: String? = nil, statementDescriptor: String? = nil, description: String? = nil,
            receiptEmail: String? = nil, metadata: Metadata = [:], transferAmount: Int64? = nil,
            setupFutureUsage: String? = nil
        ) {
            self.amount = amount
            self.currency = currency
            self.paymentMethod = paymentMethod
            self.customer = customer
            self.confirm = confirm
            self.offSession = offSession
            self.captureMethod = captureMethod
            self.destination = destination
            self.onBehalfOf = onBehalfOf
            self.applicationFeeAmount = applicationFeeAmount
            self.transferGroup = transferGroup
            self.statementDescriptor = statementDescriptor
            self.description = description
            self.receiptEmail = receiptEmail
            self.metadata = metadata
            self.transferAmount = transferAmount
            self.setupFutureUsage = setupFutureUsage
        }
    }

    /// The parameters of a confirmation.
    public struct Confirm: Hashable, Sendable, Codable {
        /// Another method than the one named before.
        public var paymentMethod: String?
        /// The donor is not there.
        public var offSession: Bool

        /// One of these fields.
        public init(paymentMethod: String? = nil, offSession: Bool = false) {
            self.paymentMethod = paymentMethod
            self.offSession = offSession
        }
    }

    /// The outcome of an open bank challenge, as chosen by a person on the bank's page.
    public enum ChallengeOutcome: String, Hashable, Sendable, Codable, CaseIterable {
        case passed, failed
    }
}
