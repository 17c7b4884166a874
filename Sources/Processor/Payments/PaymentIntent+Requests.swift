public import MoneyKit

extension PaymentIntent {
    /// What is asked for when an intent is made. Codable: it is stored whole before it is sent.
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
        /// What the platform keeps, in minor units.
        public var applicationFeeAmount: Int64?
        /// Binds charges and transfers together.
        public var transferGroup: String?
        /// 5 to 22 characters, with at least one letter, without `< > \ ' " *`.
        public var statementDescriptor: String?
        /// For people who look at it later.
        public var description: String?
        /// Where the processor itself would send a receipt.
        public var receiptEmail: String?
        /// What was attached to it.
        public var metadata: Metadata
        /// What the connected account gets instead of all of it, in minor units; without an application fee.
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

    /// What may be given with a confirmation.
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

    /// How an open challenge of the donor's bank ends: what a person does on the bank's page.
    public enum ChallengeOutcome: String, Hashable, Sendable, Codable, CaseIterable {
        case passed, failed
    }
}
