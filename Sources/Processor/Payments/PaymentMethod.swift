public import TimeKit

/// What a donor pays with.
///
/// Card numbers never come here: a method is named by one of the processor's test names (`pm_card_visa`) or by the
/// id of a method made before.
///
/// Source: Stripe API reference, "PaymentMethods"; documentation, "Testing".
public struct PaymentMethod: ProcessorObject {
    /// What may be shown of a card.
    public struct Card: Hashable, Sendable, Codable {
        /// `visa`, `mastercard`, `amex`, `discover`.
        public var brand: String
        /// The last four digits.
        public var last4: String
        /// 1...12: the card is good to the end of this month.
        public var expiryMonth: Int
        /// Four digits.
        public var expiryYear: Int
        /// `apple_pay`, when the card came out of a wallet.
        public var wallet: String?

        /// One of these fields.
        public init(brand: String, last4: String, expiryMonth: Int, expiryYear: Int, wallet: String? = nil) {
            self.brand = brand
            self.last4 = last4
            self.expiryMonth = expiryMonth
            self.expiryYear = expiryYear
            self.wallet = wallet
        }
    }

    /// Card or bank account.
    public enum Kind: String, Hashable, Sendable, Codable {
        case card
        case usBankAccount = "us_bank_account"
    }

    /// What it is, as Stripe spells it.
    public static let objectName = "payment_method"
    /// What it is, as Stripe spells it.
    public var object = PaymentMethod.objectName
    /// `pm_…`
    public var id: String
    /// The second in which it was made.
    public var created: Timestamp
    /// What kind it is.
    public var kind: Kind
    /// What may be shown of the card.
    public var card: Card?
    /// `cus_…`
    public var customer: String?
    /// Real money; never true here.
    public var livemode = false

    /// One of these fields.
    public init(id: String, created: Timestamp, kind: Kind, card: Card?, customer: String? = nil) {
        self.id = id
        self.created = created
        self.kind = kind
        self.card = card
        self.customer = customer
    }

    /// A method made out of one of the test names.
    public struct Create: Hashable, Sendable, Codable {
        /// `pm_card_visa`, `tok_visa`.
        public var testName: String
        /// The card comes out of a wallet: `apple_pay`.
        public var wallet: String?
        /// Another expiry than the test card's: month 1...12 and year.
        public var expiryMonth: Int?
        /// Four digits.
        public var expiryYear: Int?

        /// One of these fields.
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
