public import TimeKit

/// A card or bank account that a donor pays with.
///
/// Card numbers are never stored here: a payment method is identified by one of the processor's test names
/// (`pm_card_visa`) or by the id of an existing method.
///
/// Source: Stripe API reference, "PaymentMethods"; documentation, "Testing".
public struct PaymentMethod: ProcessorObject {
    /// The details of a card that can be shown.
    public struct Card: Hashable, Sendable, Codable {
        /// The brand: `visa`, `mastercard`, `amex`, `discover`.
        public var brand: String
        /// The last four digits.
        public var last4: String
        /// The expiry month, 1...12. The card is valid to the end of this month.
        public var expiryMonth: Int
        /// The expiry year, four digits.
        public var expiryYear: Int
        /// The wallet, like `apple_pay`; nil if the card was not used through one.
        public var wallet: String?

        /// Creates a card.
        public init(brand: String, last4: String, expiryMonth: Int, expiryYear: Int, wallet: String? = nil) {
            self.brand = brand
            self.last4 = last4
            self.expiryMonth = expiryMonth
            self.expiryYear = expiryYear
            self.wallet = wallet
        }
    }

    /// The type of a payment method.
    public enum Kind: String, Hashable, Sendable, Codable {
        case card
        case usBankAccount = "us_bank_account"
    }

    /// Stripe's name of this object type.
    public static let objectName = "payment_method"
    /// The value of Stripe's `object` field.
    public var object = PaymentMethod.objectName
    /// The id, `pm_…`.
    public var id: String
    /// The creation time, in whole seconds.
    public var created: Timestamp
    /// The type of the payment method.
    public var kind: Kind
    /// The card's details; nil for a bank account.
    public var card: Card?
    /// The customer, `cus_…`.
    public var customer: String?
    /// Whether real money moves; always false here.
    public var livemode = false

    /// Creates a payment method.
    public init(id: String, created: Timestamp, kind: Kind, card: Card?, customer: String? = nil) {
        self.id = id
        self.created = created
        self.kind = kind
        self.card = card
        self.customer = customer
    }

    /// A request to create a payment method from one of the test names.
    public struct Create: Hashable, Sendable, Codable {
        /// The test name: `pm_card_visa`, `tok_visa`.
        public var testName: String
        /// The wallet through which the card is used, like `apple_pay`.
        public var wallet: String?
        /// The expiry month, 1...12, if it is not the test card's.
        public var expiryMonth: Int?
        /// The expiry year, four digits, if it is not the test card's.
        public var expiryYear: Int?

        /// Creates a request.
        public init(
            testName: String, wallet: String? = nil, expiryMonth: Int? = nil, expiryYear: Int? = nil
        ) {
            self.testName = testName
            self.wallet = wallet
            self.expiryMonth = expiryMonth
            self.expiryYear = expiryYear
        }
    }
}

/// The names of Stripe's test cards and bank accounts. Each can be used instead of a payment method's id.
///
/// Source: Stripe documentation, "Testing".
public enum TestMethodName {
    /// The card names, without the prefix `pm_card_` or `tok_`.
    public static let cards: [String] =
        ["visa", "visa_debit", "mastercard", "amex", "discover", "bypassPending"]
        + declining.flatMap { [$0, "visa_\($0)"] }
        + [
            "chargeCustomerFail", "authenticationRequired", "createDispute", "createDisputeInquiry",
            "refundFail", "pendingRefund",
        ]

    /// All names with the prefix `pm_`.
    public static let all: [String] = cards.map { "pm_card_\($0)" } + [bankAccount]

    /// The bank account whose debits succeed.
    public static let bankAccount = "pm_usBankAccount_success"

    /// The declined cards. Stripe names them with and without their brand.
    private static let declining: [String] = [
        "chargeDeclined", "chargeDeclinedInsufficientFunds", "chargeDeclinedLostCard",
        "chargeDeclinedStolenCard", "chargeDeclinedVelocityLimitExceeded", "chargeDeclinedExpiredCard",
        "chargeDeclinedIncorrectCvc", "chargeDeclinedProcessingError",
    ]
}
