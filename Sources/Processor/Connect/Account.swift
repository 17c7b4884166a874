public import MoneyKit
public import TimeKit

/// A connected account: an organization as the processor knows it.
///
/// Source: Stripe API reference, "Accounts"; documentation, "Connect onboarding".
public struct Account: ProcessorObject {
    /// Whether a capability may be used.
    public enum Capability: String, Hashable, Sendable, Codable {
        case inactive, pending, active
    }

    /// What it is, as Stripe spells it.
    public static let objectName = "account"
    /// What it is, as Stripe spells it.
    public var object = Account.objectName
    /// `acct_…`
    public var id: String
    /// The second in which it was made.
    public var created: Timestamp
    /// ISO 3166, two letters.
    public var country: String
    /// In which it is paid out.
    public var defaultCurrency: Currency
    /// Where to write to.
    public var email: String?
    /// The name donors know.
    public var businessName: String?
    /// The forms are filled in.
    public var detailsSubmitted = false
    /// Whether it may be charged for.
    public var chargesEnabled = false
    /// Whether its bank may be paid.
    public var payoutsEnabled = false
    /// Whether money may be transferred to it.
    public var transfers = Capability.inactive
    /// Whether cards may be charged for it.
    public var cardPayments = Capability.inactive
    /// What the processor still asks for: `individual.id_number`.
    public var currentlyDue: [String] = []
    /// What it is still looking at.
    public var pendingVerification: [String] = []
    /// Why it may do nothing.
    public var disabledReason: String?
    /// What was attached to it.
    public var metadata: Metadata = [:]

    /// One of these fields.
    public init(id: String, created: Timestamp, country: String, defaultCurrency: Currency) {
        self.id = id
        self.created = created
        self.country = country
        self.defaultCurrency = defaultCurrency
    }

    /// What is asked for when one is made.
    public struct Create: Hashable, Sendable, Codable {
        /// ISO 3166, two letters.
        public var country: String
        /// In which it is paid out.
        public var defaultCurrency: Currency
        /// Where to write to.
        public var email: String?
        /// The name donors know.
        public var businessName: String?
        /// What was attached to it.
        public var metadata: Metadata

        /// One of these fields.
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
    /// Where to send the person.
    public var url: String
    /// The second in which it was made.
    public var created: Timestamp
    /// 300 seconds after `created` for onboarding; nil for a login link.
    public var expiresAt: Timestamp?

    /// One of these fields.
    public init(url: String, created: Timestamp, expiresAt: Timestamp?) {
        self.url = url
        self.created = created
        self.expiresAt = expiresAt
    }
}
