public import MoneyKit
public import TimeKit

/// A connected account, which belongs to a payee such as an organization.
///
/// Source: Stripe API reference, "Accounts"; documentation, "Connect onboarding".
public struct Account: ProcessorObject {
    /// The status of an account's capability, such as accepting card payments.
    public enum Capability: String, Sendable, Codable {
        case inactive, pending, active
    }

    /// The name of this object type in Stripe's API.
    public static let objectName = "account"
    /// The value of the object's `object` field in Stripe's API.
    public var object = Account.objectName
    /// The id, `acct_…`.
    public var id: String
    /// The time at which the object was created, with a precision of one second.
    public var created: Timestamp
    /// The country, as a two-letter ISO 3166 code.
    public var country: String
    /// The currency of the account's payouts.
    public var defaultCurrency: Currency
    /// The account's e-mail address.
    public var email: String?
    /// The name of the business, as payers see it.
    public var businessName: String?
    /// Whether the account's holder has submitted the onboarding forms.
    public var detailsSubmitted = false
    /// Whether the account can accept charges.
    public var chargesEnabled = false
    /// Whether the account can receive payouts.
    public var payoutsEnabled = false
    /// The status of the `transfers` capability, which lets the account receive transfers.
    public var transfers = Capability.inactive
    /// The status of the `card_payments` capability, which lets the account accept card payments.
    public var cardPayments = Capability.inactive
    /// The names of the fields that the processor still requires, such as `individual.id_number`.
    public var currentlyDue: [String] = []
    /// The names of the fields that the processor is still verifying.
    public var pendingVerification: [String] = []
    /// The reason that the account is disabled, or nil if it is not disabled.
    public var disabledReason: String?
    /// The metadata that the API client attached to the object.
    public var metadata: Metadata = [:]

    /// Creates an account.
    public init(id: String, created: Timestamp, country: String, defaultCurrency: Currency) {
        self.id = id
        self.created = created
        self.country = country
        self.defaultCurrency = defaultCurrency
    }

    /// The parameters for creating a connected account.
    public struct Create: Hashable, Sendable, Codable {
        /// The country, as a two-letter ISO 3166 code.
        public var country: String
        /// The currency of the account's payouts.
        public var defaultCurrency: Currency
        /// The e-mail address.
        public var email: String?
        /// The name of the business, as payers see it.
        public var businessName: String?
        /// The metadata to attach to the object.
        public var metadata: Metadata

        /// Creates the parameters for a connected account.
        public init(
            country: String = "US", defaultCurrency: Currency = .usd, email: String? = nil,
            businessName: String? = nil, metadata: Metadata = [:]
        ) {
            self.country = country
            self.defaultCurrency = defaultCurrency
            self.email = email
            self.businessName = businessName
            self.metadata = metadata
        }
    }

    /// The outcome of a simulated visit to the processor's onboarding pages.
    public enum OnboardingOutcome: String, Sendable, Codable, CaseIterable {
        /// All information was verified. Charges, transfers and payouts are enabled.
        case complete
        /// All information was submitted, but the processor is still verifying it.
        case pendingVerification = "pending_verification"
        /// The account holder left the pages before the onboarding was complete.
        case abandoned
        /// The processor rejected the account.
        case rejected
    }
}

/// A link to the onboarding pages, or to the dashboard of an onboarded account. An onboarding link can be
/// opened only once.
///
/// Source: Stripe API reference, "Account Links", "Login Links".
public struct AccountLink: Hashable, Sendable, Codable {
    /// The URL that the account's holder opens.
    public var url: String
    /// The time at which the link was created, with a precision of one second.
    public var created: Timestamp
    /// The time at which an onboarding link expires. Nil for a login link.
    public var expiresAt: Timestamp?

    /// Creates an account link.
    public init(url: String, created: Timestamp, expiresAt: Timestamp?) {
        self.url = url
        self.created = created
        self.expiresAt = expiresAt
    }
}
