import MoneyKit
import Processor
import TextKit
import TimeKit

/// The details that a platform submitted for an account through the API, and the result of their verification.
///
/// The account's capabilities are stored in the account itself.
///
/// Source: Stripe API reference, "Accounts".
struct AccountProfile: StoredObject {
    static let objectName = "account_profile"
    /// The id, `acctp_…`.
    var id: String
    var created: Timestamp
    var account: String
    /// The type: `express` or `custom`, or `none` if the platform set a controller instead.
    var type: String
    var controller: Controller
    /// The requested capabilities: `card_payments`, `transfers`.
    var requested: [String] = []
    /// The submitted details, by Stripe's names. ``VerificationRules/masked(_:)`` has masked the numbers of
    /// persons and companies.
    var told: JSONTree = [:]
    /// The outcome on the onboarding page, or nil. It takes precedence over the submitted details.
    var outcome: Account.OnboardingOutcome?
    /// The details that could not be verified.
    var errors: [VerificationFailure] = []
    var schedule = PayoutSchedule()
    /// Whether the account counts as having a bank account although none was submitted.
    var impliesBank: Bool?

    var parent: String? { account }

    /// The assignment of fees, losses and requirements to the platform or to Stripe.
    struct Controller: Hashable, Sendable, Codable {
        /// The payer of Stripe's fees: `account`, `application`, `application_custom`, `application_express`.
        var feesPayer: String
        /// The party that is liable for negative balances: `application`, `stripe`.
        var losses: String
        /// The party that collects missing requirements: `application`, `stripe`.
        var collector: String
        /// The account's dashboard: `express`, `full`, `none`.
        var dashboard: String

        static let express = Controller(
            feesPayer: "application_express", losses: "application", collector: "stripe", dashboard: "express"
        )
        static let custom = Controller(
            feesPayer: "application_custom", losses: "application", collector: "application",
            dashboard: "none")
    }
}

/// A detail that could not be verified, with the reason.
struct VerificationFailure: Hashable, Sendable, Codable {
    var code: String
    var reason: String
    var requirement: String
}

/// The bank account of a connected account, for payouts.
///
/// Source: Stripe API reference, "External Account Bank Accounts"; documentation, "Testing Connect".
struct BankAccount: StoredObject {
    static let objectName = "bank_account"
    /// The id, `ba_…`.
    var id: String
    var created: Timestamp
    /// The connected account, or nil while only a token has the bank account.
    var account: String?
    var country: String
    var currency: Currency
    var holderName: String?
    /// The type of the holder: `individual`, `company`.
    var holderType: String?
    /// The type of the account: `checking`, `savings`.
    var accountType: String?
    var routingNumber: String
    /// The last four digits. They determine the outcome of a payout.
    var last4: String
    /// Whether the bank account receives the payouts in its currency.
    var isDefault = false
    /// The status: `new`, or `errored` after a payout failed.
    var status = "new"
    var metadata: Metadata = [:]

    var parent: String? { account }
}

/// A capability of an account, for events. It is never saved.
///
/// Source: Stripe API reference, "Capabilities".
struct Capability: StoredObject {
    static let objectName = "capability"
    /// The name of the capability: `transfers`, `card_payments`.
    var id: String
    var created: Timestamp
    var account: String
    var isRequested: Bool
    var status: Account.Capability
    var currentlyDue: [String]
    var pendingVerification: [String]
}

/// A link to a page that can be opened once: onboarding, or the dashboard.
///
/// Source: Stripe API reference, "Account Links", "Login Links".
struct OnboardingLink: StoredObject {
    static let objectName = "onboarding_link"
    /// The id, `link_…`, which is also in the page's URL.
    var id: String
    var created: Timestamp
    var account: String
    /// The kind: `account_onboarding`, `account_update`, or `login` for the dashboard.
    var kind: String
    var refreshURL: String
    var returnURL: String
    var expires: Timestamp
    /// The token that authenticates the form of the opened page, or nil before the link is opened.
    var session: String?
    /// Whether the form was submitted.
    var isFinished = false
}
