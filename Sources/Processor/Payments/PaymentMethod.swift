public import TimeKit

/// A payment method, which is a donor's card or bank account.
///
/// Card numbers are never stored. A payment method is identified by its id, or by one of the processor's test names,
/// such as `pm_card_visa`.
///
/// Source: Stripe API reference, "PaymentMethods"; documentation, "Testing".
public struct PaymentMethod: ProcessorObject {
    /// The details of a card that can be displayed.
    public struct Card: Hashable, Sendable, Codable {
        /// The brand of the card: `visa`, `mastercard`, `amex` or `discover`.
        public var brand: String
        /// The last four digits of the card number.
        public var last4: String
        /// The expiry month, from 1 to 12. The card is valid until the end of this month.
        public var expiryMonth: Int
        /// The expiry year with four digits.
        public var expiryYear: Int
        /// The wallet through which the card was used, such as `apple_pay`. Nil if no wallet was used.
        public var wallet: String?

        /// Creates the details of a card.
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

    /// The name of this object type in Stripe's API.
    public static let objectName = "payment_method"
    /// The value of the object's `object` field in Stripe's API.
    public var object = PaymentMethod.objectName
    /// The id, which starts with `pm_`.
    public var id: String
    /// The time at which the object was created, with a precision of one second.
    public var created: Timestamp
    /// The type of the payment method.
    public var kind: Kind
    /// The details of the card. Nil for a bank account.
    public var card: Card?
    /// The id of the customer, which starts with `cus_`.
    public var customer: String?
    /// Whether real money is moved. Always false in this package.
    public var livemode = false

    /// Creates a payment method.
    public init(id: String, created: Timestamp, kind: Kind, card: Card?, customer: String? = nil) {
        self.id = id
        self.created = created
        self.kind = kind
        self.card = card
        self.customer = customer
    }

    /// The parameters for creating a payment method from a test name.
    public struct Create: Hashable, Sendable, Codable {
        /// The test name, such as `pm_card_visa` or `tok_visa`.
        public var testName: String
        /// The wallet through which the card is used, such as `apple_pay`. Nil if no wallet is used.
        public var wallet: String?
        /// The expiry month, from 1 to 12. If nil, the test card's expiry month is used.
        public var expiryMonth: Int?
        /// The expiry year with four digits. If nil, the test card's expiry year is used.
        public var expiryYear: Int?

        /// Creates the parameters for a payment method.
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

/// The names of Stripe's test cards and test bank accounts. A name can be used instead of a payment method's id.
///
/// Source: Stripe documentation, "Testing".
public enum TestMethodName {
    /// The names of the test cards, without the prefix `pm_card_` or `tok_`.
    public static let cards: [String] =
        ["visa", "visa_debit", "mastercard", "amex", "discover", "bypassPending"]
        + declining.flatMap { [$0, "visa_\($0)"] }
        + [
            "chargeCustomerFail", "authenticationRequired", "createDispute", "createDisputeInquiry",
            "refundFail", "pendingRefund",
        ]

    /// The names of all test cards and test bank accounts, with the prefix `pm_`.
    public static let all: [String] = cards.map { "pm_card_\($0)" } + [bankAccount]

    /// The name of the test bank account whose debits succeed.
    public static let bankAccount = "pm_usBankAccount_success"

    /// The names of the test cards that are declined. Stripe has names with and without the brand for each of them.
    private static let declining: [String] = [
        "chargeDeclined", "chargeDeclinedInsufficientFunds", "chargeDeclinedLostCard",
        "chargeDeclinedStolenCard", "chargeDeclinedVelocityLimitExceeded", "chargeDeclinedExpiredCard",
        "chargeDeclinedIncorrectCvc", "chargeDeclinedProcessingError",
    ]
}
