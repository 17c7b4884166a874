public import MoneyKit
public import TimeKit

/// A payment intent, which tracks a payment from its first attempt to its final outcome.
///
/// Source: Stripe API reference, "PaymentIntents"; documentation, "How PaymentIntents work".
public struct PaymentIntent: ProcessorObject {
    /// The status of a payment intent.
    public enum Status: String, Sendable, Codable {
        case requiresPaymentMethod = "requires_payment_method"
        case requiresConfirmation = "requires_confirmation"
        case requiresAction = "requires_action"
        case processing
        case requiresCapture = "requires_capture"
        case succeeded
        case canceled
    }

    /// Stripe's `capture_method`, which determines when the processor captures and books the payment.
    public enum CaptureMethod: String, Sendable, Codable {
        /// The processor captures the payment and books the balance transaction as soon as the bank approves
        /// the payment.
        case automatic
        /// The processor captures the payment as soon as the bank approves it, and books the balance
        /// transaction shortly afterwards. This is Stripe's default.
        case automaticAsync = "automatic_async"
        /// The payment is only authorized. A separate request must capture it within 7 days.
        case manual
    }

    /// The name of this object type in Stripe's API.
    public static let objectName = "payment_intent"
    /// The value of the object's `object` field in Stripe's API.
    public var object = PaymentIntent.objectName
    /// The id, `pi_…`.
    public var id: String
    /// The time at which the object was created, with a precision of one second.
    public var created: Timestamp
    /// The amount to pay, in minor units.
    public var amount: Int64
    /// The authorized amount that can still be captured, in minor units.
    public var amountCapturable: Int64 = 0
    /// The amount received, in minor units.
    public var amountReceived: Int64 = 0
    /// The currency of the amounts.
    public var currency: Currency
    /// The current status.
    public var status: Status
    /// The capture method, which determines when the payment is captured and booked.
    public var captureMethod: CaptureMethod
    /// The client secret, `pi_…_secret_…`. A web page must send the secret to retrieve or confirm this
    /// payment intent. The secret grants no access to other objects.
    public var clientSecret: String
    /// The id of the connected account that receives the money, or nil. The account pays
    /// ``applicationFeeAmount`` to the platform.
    public var destination: String?
    /// The id of the connected account on whose behalf the charge is made. That account's name appears on the
    /// payer's card statement.
    public var onBehalfOf: String?
    /// The platform's fee in minor units, or nil if there is no fee.
    public var applicationFeeAmount: Int64?
    /// The amount to transfer to the connected account, in minor units. Nil if the whole amount or nothing is
    /// transferred.
    public var transferAmount: Int64?
    /// The intended future use of the payment method: `on_session` or `off_session`. Unless this property is
    /// nil, a successful payment attaches the payment method to the customer.
    public var setupFutureUsage: String?
    /// The name of a group of related charges and transfers, or nil.
    public var transferGroup: String?
    /// The id of the customer, `cus_…`.
    public var customer: String?
    /// The id of the payment method, `pm_…`.
    public var paymentMethod: String?
    /// The id of the latest charge, `ch_…`. Nil if no attempt has created a charge.
    public var latestCharge: String?
    /// The error that made the latest attempt fail. Nil if the latest attempt did not fail.
    public var lastPaymentError: ProcessorError?
    /// The text on the payer's card statement, with 5 to 22 characters, or nil.
    public var statementDescriptor: String?
    /// The text that follows the account's prefix on the payer's card statement, or nil.
    public var statementDescriptorSuffix: String?
    /// A human-readable description.
    public var description: String?
    /// The e-mail address to which the processor sends a receipt. Nil if the processor sends no receipt.
    public var receiptEmail: String?
    /// The time at which the intent was canceled, or nil.
    public var canceledAt: Timestamp?
    /// The reason for the cancellation, or nil. The reason is `abandoned`, `duplicate`, `fraudulent` or
    /// `requested_by_customer`, or `automatic` if the intent expired.
    public var cancellationReason: String?
    /// The URL to which the bank's page redirects the payer after the bank's challenge, or nil.
    public var returnURL: String?
    /// The metadata that the API client attached to the object.
    public var metadata: Metadata
    /// Whether the payment intent exists in live mode rather than test mode. Always false in this package.
    public var livemode = false

    /// Creates a payment intent from the parameters of a request. The new intent has no payment attempts.
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
        statementDescriptorSuffix = wanted.statementDescriptorSuffix
    }
}

extension PaymentIntent {
    /// The parameters for creating a payment intent. A caller can encode and store them before it sends the
    /// request.
    public struct Create: Hashable, Sendable, Codable {
        /// The amount in minor units. It must be at least the currency's minimum charge, such as 50 for USD.
        public var amount: Int64
        /// The currency of the amount.
        public var currency: Currency
        /// The id of an existing payment method, or a test name such as `pm_card_visa`.
        public var paymentMethod: String?
        /// The id of the customer, `cus_…`.
        public var customer: String?
        /// Whether to confirm the payment immediately. If true, the response contains the result of the
        /// attempt.
        public var confirm: Bool
        /// Whether the payer is absent. If true, a card that requires authentication is declined with
        /// `authentication_required`.
        public var offSession: Bool
        /// The capture method, which determines when the payment is captured and booked.
        public var captureMethod: CaptureMethod
        /// The id of the connected account that receives the money.
        public var destination: String?
        /// The id of the connected account on whose behalf the charge is made.
        public var onBehalfOf: String?
        /// The platform's fee in minor units, or nil if there is no fee.
        public var applicationFeeAmount: Int64?
        /// The name of a group of related charges and transfers, or nil.
        public var transferGroup: String?
        /// The text on the payer's card statement, with 5 to 22 characters. At least one character must be a
        /// letter. The characters `< > \ ' " *` are not allowed.
        public var statementDescriptor: String?
        /// A human-readable description.
        public var description: String?
        /// The e-mail address to which the processor sends a receipt. If nil, the processor sends no receipt.
        public var receiptEmail: String?
        /// The metadata to attach to the object.
        public var metadata: Metadata
        /// The amount to transfer to ``destination``, in minor units. If nil, the whole amount is
        /// transferred. This parameter cannot be combined with ``applicationFeeAmount``.
        public var transferAmount: Int64?
        /// The intended future use of the payment method: `on_session` or `off_session`. Unless this property
        /// is nil, a successful payment attaches the payment method to the customer.
        public var setupFutureUsage: String?
        /// The text that follows the account's prefix on the payer's card statement, or nil.
        public var statementDescriptorSuffix: String?

        /// Creates the parameters for a payment intent, with Stripe's defaults.
        public init(
            amount: Int64, currency: Currency, paymentMethod: String? = nil, customer: String? = nil,
            confirm: Bool = false, offSession: Bool = false, captureMethod: CaptureMethod = .automaticAsync,
            destination: String? = nil, onBehalfOf: String? = nil, applicationFeeAmount: Int64? = nil,
            transferGroup: String? = nil, statementDescriptor: String? = nil, description: String? = nil,
            receiptEmail: String? = nil, metadata: Metadata = [:], transferAmount: Int64? = nil,
            setupFutureUsage: String? = nil, statementDescriptorSuffix: String? = nil
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
            self.statementDescriptorSuffix = statementDescriptorSuffix
        }
    }

    /// The parameters for confirming a payment intent.
    public struct Confirm: Hashable, Sendable, Codable {
        /// The id of the payment method to charge. If nil, the payment intent's payment method is charged.
        public var paymentMethod: String?
        /// Whether the payer is absent and therefore cannot respond to the bank's challenge.
        public var offSession: Bool

        /// Creates the parameters for confirming a payment intent.
        public init(paymentMethod: String? = nil, offSession: Bool = false) {
            self.paymentMethod = paymentMethod
            self.offSession = offSession
        }
    }

    /// The outcome of the challenge with which a bank asks a payer to authenticate a payment.
    public enum ChallengeOutcome: String, Sendable, Codable, CaseIterable {
        case passed, failed
    }
}
