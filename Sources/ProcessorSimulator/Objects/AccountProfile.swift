import MoneyKit
import Processor
import TextKit
import TimeKit

/// The details that a platform submitted for an account through the API, and the result of their
/// verification.
///
/// The account's capabilities are stored in the account itself.
///
/// Source: Stripe API reference, "Accounts".
struct AccountProfile: StoredObject {
    static let objectName = "account_profile"
    static let isOfPlatform = true
    /// The id, `acctp_…`.
    var id: String
    var created: Timestamp
    var account: String
    /// The account's type: `express` or `custom`. It is `none` if the platform specified a controller instead
    /// of a type.
    var type: String
    var controller: Controller
    /// The requested capabilities, such as `card_payments` and `transfers`.
    var requested: [String] = []
    /// The submitted details, with Stripe's field names. ``VerificationRules/masked(_:)`` has masked the
    /// identification numbers of persons and companies.
    var told: JSONTree = [:]
    /// The outcome that a person or a test chose for the onboarding, or nil. It takes precedence over the
    /// submitted details.
    var outcome: Account.OnboardingOutcome?
    /// The details that could not be verified.
    var errors: [VerificationFailure] = []
    var schedule = PayoutSchedule()
    /// Whether the account counts as having a bank account although the platform did not submit one. This is
    /// true for accounts that were not created through the API.
    var impliesBank: Bool?

    var parent: String? { account }

    /// Stripe's `controller` settings: whether the platform or Stripe is responsible for fees, losses and
    /// requirements.
    struct Controller: Hashable, Codable {
        /// The party that pays Stripe's fees: `account`, `application`, `application_custom` or
        /// `application_express`.
        var feesPayer: String
        /// The party that is liable for negative balances: `application` or `stripe`.
        var losses: String
        /// The party that collects missing requirements: `application` or `stripe`.
        var collector: String
        /// The account's dashboard: `express`, `full` or `none`.
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
struct VerificationFailure: Hashable, Codable {
    var code: String
    var reason: String
    var requirement: String
}

/// A bank account to which a connected account's payouts are sent, or from which a customer pays.
///
/// A connected account's bank account belongs to the platform, like the account's other details. A customer's
/// bank account has the same owner as the customer.
///
/// Source: Stripe API reference, "External Account Bank Accounts", "Customer bank accounts"; documentation,
/// "Testing Connect".
struct BankAccount: StoredObject {
    static let objectName = "bank_account"
    /// The id, `ba_…`.
    var id: String
    var created: Timestamp
    /// The connected account whose payouts go to the bank account. Nil if the bank account does not belong to
    /// a connected account.
    var account: String?
    /// The customer who pays with the bank account, or nil.
    var customer: String?
    var country: String
    var currency: Currency
    var holderName: String?
    /// The type of the holder: `individual` or `company`.
    var holderType: String?
    /// The type of the account: `checking` or `savings`.
    var accountType: String?
    var routingNumber: String
    /// The last four digits of the account number, which determine the outcome of payouts.
    var last4: String
    /// Whether payouts in the bank account's currency go to this bank account.
    var isDefault = false
    /// The status: `new`, `verified`, or `errored` after a payout has failed.
    var status = "new"
    var metadata: Metadata = [:]

    var parent: String? { account ?? customer }
}

/// A capability of an account, as it appears in API responses and events. It is never saved.
///
/// Source: Stripe API reference, "Capabilities".
struct Capability: StoredObject {
    static let objectName = "capability"
    static let isOfPlatform = true
    /// The name of the capability, such as `transfers` or `card_payments`.
    var id: String
    var created: Timestamp
    var account: String
    var isRequested: Bool
    var status: Account.Capability
    var currentlyDue: [String]
    var pendingVerification: [String]
}

/// A single-use link to an onboarding page or a dashboard.
///
/// Source: Stripe API reference, "Account Links", "Login Links".
struct OnboardingLink: StoredObject {
    static let objectName = "onboarding_link"
    static let isOfPlatform = true
    /// The id, `link_…`, which is part of the page's URL.
    var id: String
    var created: Timestamp
    var account: String
    /// The purpose of the link: `account_onboarding` or `account_update`, or `login` for the dashboard.
    var kind: String
    var refreshURL: String
    var returnURL: String
    var expires: Timestamp
    /// The token that the form on the opened page must contain. Nil until the link is opened.
    var session: String?
    /// Whether the form was submitted.
    var isFinished = false
}
