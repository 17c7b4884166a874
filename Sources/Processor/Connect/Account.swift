public import MoneyKit
public import TimeKit

/// A connected account, which represents an organization at the processor.
///
/// Source: Stripe API reference, "Accounts"; documentation, "Connect onboarding".
public struct Account: ProcessorObject {
    /// The state of a capability.
    public enum Capability: String, Hashable, Sendable, Codable {
        case inactive, pending, active
    }

    /// Stripe's name of this object type.
    public static let objectName = "account"
    /// The value of Stripe's `object` field.
    public var object = Account.objectName
    /// The id, `acct_…`.
    public var id: String
    /// The creation time, in whole seconds.
    public var created: Timestamp
    /// The country, two letters of ISO 3166.
    public var country: String
    /// The currency of the account's payouts.
    public var defaultCurrency: Currency
    /// The e-mail address.
    public var email: String?
    /// The name that donors see.
    public var businessName: String?
    /// Whether the onboarding forms were submitted.
    public var detailsSubmitted = false
    /// Whether the account can accept charges.
    public var chargesEnabled = false
    /// Whether the account can receive payouts.
    public var payoutsEnabled = false
    /// The state of the account's capability to receive transfers.
    public var transfers = Capability.inactive
    /// The state of the account's capability to accept card payments.
    public var cardPayments = Capability.inactive
    /// The fields that the processor still requires, like `individual.id_number`.
    public var currentlyDue: [String] = []
    /// The fields that the processor is still verifying.
    public var pendingVerification: [String] = []
    /// The reason for which the account is disabled; nil if it is not.
    public var disabledReason: String?
    /// The attached metadata.
    public var metadata: Metadata = [:]

    /// Creates an account.
    public init(id: String, created: Timestamp, country: String, defaultCurrency: Currency) {
        self.id = id
        self.created = created
        self.country = country
        self.defaultCurrency = defaultCurrency
    }

    /// A request to create a connected account.
    public struct Create: Hashable, Sendable, Codable {
        /// The country, two letters of ISO 3166.
        public var country: String
        /// The currency of the account's payouts.
        public var defaultCurrency: Currency
        /// The e-mail address.
        public var email: String?
        /// The name that donors see.
        public var businessName: String?
        /// The attached metadata.
        public var metadata: Metadata

        /// Creates a request.
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

    /// The outcome of a visit to the processor's onboarding pages, as chosen by the simulated person.
    public enum OnboardingOutcome: String, Hashable, Sendable, Codable, CaseIterable {
        /// Everything is verified: charges, transfers and payouts are enabled.
        case complete
        /// Everything was submitted, and the processor is still verifying it.
        case pendingVerification = "pending_verification"
        /// The person left before finishing.
        case abandoned
        /// The processor rejects the account.
        case rejected
    }
}

/// A link that can be opened once: to onboarding, or to the dashboard of an onboarded account.
///
/// Source: Stripe API reference, "Account Links", "Login Links".
public struct AccountLink: Hashable, Sendable, Codable {
    /// The URL to send the person to.
    public var url: String
    /// The creation time, in whole seconds.
    public var created: Timestamp
    /// The expiry, 300 seconds after `created` for onboarding; nil for a login link.
    public var expiresAt: Timestamp?

    /// Creates a link.
    public init(url: String, created: Timestamp, expiresAt: Timestamp?) {
        self.url = url
        self.created = created
        self.expiresAt = expiresAt
    }
}
