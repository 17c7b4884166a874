public import TimeKit

/// A payment method: a payer's card or bank account.
///
/// This type does not contain the full card number. A payment method is identified by its id, or by one of
/// the processor's test names, such as `pm_card_visa`.
///
/// Source: Stripe API reference, "PaymentMethods"; documentation, "Testing".
public struct PaymentMethod: ProcessorObject {
    /// The details of a card that are safe to display.
    public struct Card: Hashable, Sendable, Codable {
        /// The brand of the card, such as `visa` or `amex`.
        public var brand: String
        /// The last four digits of the card number.
        public var last4: String
        /// The expiry month, from 1 to 12. The card is valid until the end of this month.
        public var expiryMonth: Int
        /// The expiry year with four digits.
        public var expiryYear: Int
        /// The wallet that contains the card, such as `apple_pay`. Nil if the payer did not use a wallet.
        public var wallet: String?
        /// The country of the card's issuer, as an ISO 3166-1 code. Nil if the country is the United States
        /// or unknown.
        public var country: String?
        /// The type of funding, such as `debit` or `prepaid`. Nil if the card is a credit card or the type is
        /// unknown.
        public var funding: String?

        /// Creates the details of a card.
        public init(
            brand: String, last4: String, expiryMonth: Int, expiryYear: Int, wallet: String? = nil,
            country: String? = nil, funding: String? = nil
        ) {
            self.country = country
            self.funding = funding
            self.brand = brand
            self.last4 = last4
            self.expiryMonth = expiryMonth
            self.expiryYear = expiryYear
            self.wallet = wallet
        }
    }

    /// The type of a payment method.
    public enum Kind: String, Sendable, Codable {
        case card
        case usBankAccount = "us_bank_account"
    }

    /// The name of this object type in Stripe's API.
    public static let objectName = "payment_method"
    /// The value of the object's `object` field in Stripe's API.
    public var object = PaymentMethod.objectName
    /// The id, `pm_…`.
    public var id: String
    /// The time at which the object was created, with a precision of one second.
    public var created: Timestamp
    /// The type of the payment method.
    public var kind: Kind
    /// The details of the card. Nil for a bank account.
    public var card: Card?
    /// The last four digits of a bank account. Nil for a card, and for the test account whose debits succeed.
    public var bankAccountLast4: String?
    /// The id of the customer to whom the payment method is attached, `cus_…`, or nil.
    public var customer: String?
    /// Whether the payment method was detached from a customer and therefore cannot be used again. Nil means
    /// false.
    public var isDetached: Bool?
    /// Whether the payment method exists in live mode rather than test mode. Always false in this package.
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
        /// The wallet that contains the card, such as `apple_pay`. Nil for no wallet.
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

/// The names of Stripe's test cards and test bank accounts, such as `pm_card_visa`. A request can contain a
/// name instead of a payment method's id.
///
/// Source: Stripe documentation, "Testing".
public enum TestMethodName {
    /// The names of the test cards, without the prefix `pm_card_` or `tok_`.
    public static let cards: [String] = (succeeding + special).split(whereSeparator: \.isWhitespace)
        .map(String.init)

    /// The names of all test cards and test bank accounts, with the prefix `pm_`.
    public static let all: [String] = cards.map { "pm_card_\($0)" } + bankAccounts

    /// The name of the test bank account whose debits succeed.
    public static let bankAccount = "pm_usBankAccount_success"

    /// The names of the test bank accounts.
    public static let bankAccounts: [String] =
        [bankAccount]
        + [
            "accountClosed", "noAccount", "insufficientFunds", "debitNotAuthorized", "invalidCurrency",
            "dispute", "processing", "riskLevelHighest",
        ].map { "pm_usBankAccount_\($0)" }

    /// The names of the test cards whose charges succeed.
    private static let succeeding = """
        visa us visa_debit mastercard mastercard_debit mastercard_prepaid amex
        amex_threeDSecureNotSupported discover diners jcb unionpay visa_cartesBancaires
        mastercard_cartesBancaires visa_debit_eftposAuCoBranded mastercard_debit_eftposAuCoBranded ar br ca
        cl co cr ec mx pa py pe uy ae at be bg by hr cy cz dk ee fi fr de gi gr hu ie it lv li lt lu mt nl
        no pl pt ro si sk es se ch gb au cn hk in jp my nz sg tw th_credit ae_mastercard gb_debit
        gb_mastercard th_debit debit_visaFsaProductCode debit_visaHsaProductCode
        mastercard_debit_mastercardFsaProductCode

        """

    /// The names of the test cards that simulate a special case, such as a decline, a dispute or a failed
    /// refund.
    private static let special = """
        chargeDeclined visa_chargeDeclined chargeDeclinedInsufficientFunds
        visa_chargeDeclinedInsufficientFunds chargeDeclinedLostCard visa_chargeDeclinedLostCard
        chargeDeclinedStolenCard visa_chargeDeclinedStolenCard chargeDeclinedVelocityLimitExceeded
        visa_chargeDeclinedVelocityLimitExceeded chargeDeclinedExpiredCard visa_chargeDeclinedExpiredCard
        chargeDeclinedIncorrectCvc visa_chargeDeclinedIncorrectCvc chargeDeclinedProcessingError
        visa_chargeDeclinedProcessingError visa_debit_chargeDeclinedInsufficientFunds chargeCustomerFail
        visa_chargeCustomerFail visa_chargeCustomerFailLostCard visa_chargeCustomerFailStolenCard
        createDisputeInquiry createIssuerFraudRecord authenticationRequiredOnSetup authenticationRequired
        authenticationRequiredSetupForOffSession authenticationRequiredChargeDeclinedInsufficientFunds
        threeDSecure2Required threeDSecureRequired threeDSecureRequiredChargeDeclined
        threeDSecureRequiredProcessingError threeDSecureOptional threeDSecureOptionalProcessingError
        bypassPending bypassPendingInternational domesticPricing refundFail pendingRefund radarBlock
        chargeDeclinedFraudulent visa_chargeDeclinedFraudulent riskLevelHighest riskLevelElevated
        highFraudDisputeScore highEfwScore radarDynamicRiskThreshold adaptive3dsChallenge cvcCheckFail
        cvcCheckFailElevatedRisk avsZipFail avsZipFailElevatedRisk avsLine1Fail avsFail avsUnchecked
        createDispute createDisputeProductNotReceived createMultipleDisputes createCe3EligibleDispute
        createComplianceDispute createMastercardComplianceDispute createAutoRepresentmentEligibleDispute
        createRapidDisputeResolutionDispute createCe3BlockDispute createEthocaAlert
        """
}
