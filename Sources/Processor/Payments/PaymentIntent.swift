public import MoneyKit
public import TimeKit

/// A payment from its first attempt to its end.
///
/// Source: Stripe API reference, "PaymentIntents"; documentation, "How PaymentIntents work".
public struct PaymentIntent: ProcessorObject {
    /// The possible statuses.
    public enum Status: String, Hashable, Sendable, Codable {
        case requiresPaymentMethod = "requires_payment_method"
        case requiresConfirmation = "requires_confirmation"
        case requiresAction = "requires_action"
        case processing
        case requiresCapture = "requires_capture"
        case succeeded
        case canceled
    }

    /// When the money is captured.
    public enum CaptureMethod: String, Hashable, Sendable, Codable {
        /// The payment is captured immediately. The balance transaction is booked before the response.
        case automatic
        /// The payment is captured immediately. The balance transaction is booked a little later. This is Stripe's
        /// default.
        case automaticAsync = "automatic_async"
        /// When `capture` is called, within 7 days.
        case manual
    }

    /// Stripe's name of this object type.
    public static let objectName = "payment_intent"
    /// The value of Stripe's `object` field.
    public var object = PaymentIntent.objectName
    /// The id, `pi_…`.
    public var id: String
    /// The creation time, in whole seconds.
    public var created: Timestamp
    /// The amount to pay, in minor units.
    public var amount: Int64
    /// The amount to capture, in minor units.
    public var amountCapturable: Int64 = 0
    /// The amount received, in minor units.
    public var amountReceived: Int64 = 0
    /// The currency of the amounts.
    public var currency: Currency
    /// The current status.
    public var status: Status
    /// The time of capture: at once, or by a separate request.
    public var captureMethod: CaptureMethod
    /// The client secret, `pi_…_secret_…`, with which a page can confirm the payment but do nothing else.
    public var clientSecret: String
    /// The connected account that receives the full amount and returns `applicationFeeAmount`.
    public var destination: String?
    /// The connected account on whose behalf the charge is made. Its name appears on the card statement.
    public var onBehalfOf: String?
    /// The platform's fee, in minor units.
    public var applicationFeeAmount: Int64?
    /// The connected account's share if it does not get the full amount, in minor units.
    public var transferAmount: Int64?
    /// `on_session` or `off_session`: the payment method is attached to the customer once the payment succeeds.
    public var setupFutureUsage: String?
    /// The group that links charges and transfers if the platform charges first and transfers later.
    public var transferGroup: String?
    /// The customer, `cus_…`.
    public var customer: String?
    /// The payment method, `pm_…`.
    public var paymentMethod: String?
    /// The charge of the last attempt, `ch_…`.
    public var latestCharge: String?
    /// The error of the last attempt.
    public var lastPaymentError: ProcessorError?
    /// The text on the card statement, 5 to 22 characters.
    public var statementDescriptor: String?
    /// A human-readable description.
    public var description: String?
    /// The address for the processor's own receipt.
    public var receiptEmail: String?
    /// The time at which the payment was canceled.
    public var canceledAt: Timestamp?
    /// The reason why the payment was canceled: `abandoned`, `duplicate`, `fraudulent`, `requested_by_customer`, or
    /// `automatic` after it expired.
    public var cancellationReason: String?
    /// The URL to which the bank's page returns the donor.
    public var returnURL: String?
    /// The attached metadata.
    public var metadata: Metadata
    /// Whether real money moves; always false here.
    public var livemode = false

    /// Creates an intent without any attempts.
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
    /// The parameters of a new payment intent. They are `Codable` because they are stored before they are sent.
    public struct Create: Hashable, Sendable, Codable {
        /// The amount, in minor units: at least the currency's smallest charge (50 for USD).
        public var amount: Int64
        /// The currency of the amounts.
        public var currency: Currency
        /// A test name such as `pm_card_visa`, or the id of an existing payment method.
        public var paymentMethod: String?
        /// The customer, `cus_…`.
        public var customer: String?
        /// Whether to confirm at once. The response is then the result of the attempt.
        public var confirm: Bool
        /// Whether the donor is absent. A card that requires authentication is then declined with
        /// `authentication_required`.
        public var offSession: Bool
        /// The time of capture: at once, or by a separate request.
        public var captureMethod: CaptureMethod
        /// The connected account that receives the money.
        public var destination: String?
        /// The connected account on whose behalf the charge is made.
        public var onBehalfOf: String?
        /// The platform's fee, in minor units.
        public var applicationFeeAmount: Int64?
        /// The group that links related charges and transfers.
        public var transferGroup: String?
        /// The text on the card statement: 5 to 22 characters, with at least one letter, without `< > \ ' " *`.
        public var statementDescriptor: String?
        /// A human-readable description.
        public var description: String?
        /// The address for the processor's own receipt.
        public var receiptEmail: String?
        /// The attached metadata.
        public var metadata: Metadata
        /// The connected account's share if it does not get the full amount, in minor units; excludes an application
        /// fee.
        public var transferAmount: Int64?
        /// `on_session` or `off_session`: attach the payment method to the customer once the payment succeeds.
        public var setupFutureUsage: String?

        /// Creates a request with Stripe's defaults.
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
        /// The payment method, if it is not the intent's.
        public var paymentMethod: String?
        /// Whether the donor is absent.
        public var offSession: Bool

        /// Creates a request.
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
