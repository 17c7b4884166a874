public import MoneyKit
public import TimeKit

/// A connected account: an organization as the processor knows it.
///
/// Source: Stripe API reference, "Accounts"; documentation, "Connect onboarding".
public struct Account: ProcessorNoun {
    /// Whether a capability may be used.
    public enum Capability: String, Hashable, Sendable, Codable {
        case inactive, pending, active
    }

    public static let objectName = "account"
    public var object = Account.objectName
    /// `acct_…`
    public var id: String
    public var created: Timestamp
    public var country: String
    public var defaultCurrency: Currency
    public var email: String?
    public var businessName: String?
    /// The forms are filled in.
    public var detailsSubmitted = false
    public var chargesEnabled = false
    public var payoutsEnabled = false
    public var transfers = Capability.inactive
    public var cardPayments = Capability.inactive
    /// What the processor still asks for: `individual.id_number`.
    public var currentlyDue: [String] = []
    /// What it is still looking at.
    public var pendingVerification: [String] = []
    public var disabledReason: String?
    public var metadata: Metadata = [:]

    public init(id: String, created: Timestamp, country: String, defaultCurrency: Currency) {
        self.id = id
        self.created = created
        self.country = country
        self.defaultCurrency = defaultCurrency
    }

    public struct Create: Hashable, Sendable, Codable {
        public var country: String
        public var defaultCurrency: Currency
        public var email: String?
        public var businessName: String?
        public var metadata: Metadata

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

    /// How the processor's onboarding pages end: what a person does there.
    public enum OnboardingOutcome: String, Hashable, Sendable, Codable, CaseIterable {
        /// All is there: charges, transfers and payouts may begin.
        case complete
        /// All is given and the processor still looks at it.
        case pendingVerification = "pending_verification"
        /// The person went away half way.
        case abandoned
        /// The processor refuses the account.
        case rejected
    }
}

/// A page to which somebody is sent once: onboarding, or the dashboard of an onboarded account.
///
/// Source: Stripe API reference, "Account Links", "Login Links".
public struct AccountLink: Hashable, Sendable, Codable {
    public var url: String
    public var created: Timestamp
    /// 300 seconds after `created` for onboarding; nil for a login link.
    public var expiresAt: Timestamp?

    public init(url: String, created: Timestamp, expiresAt: Timestamp?) {
        self.url = url
        self.created = created
        self.expiresAt = expiresAt
    }
}
