import MoneyKit
import Processor
import TextKit
import TimeKit

/// What a platform told of an account over the API, and what came of it; the account itself says what it may do.
///
/// Source: Stripe API reference, "Accounts".
struct AccountProfile: StoredObject {
    static let objectName = "account_profile"
    /// `acctp_…`
    var id: String
    var created: Timestamp
    var account: String
    /// `express`, `custom`; `none` where a controller says it.
    var type: String
    var controller: Controller
    /// The capabilities that were asked for: `card_payments`, `transfers`.
    var requested: [String] = []
    /// What was told, by Stripe's names; numbers of persons and companies as ``OnboardingRules/masked(_:)`` leaves them.
    var told: JSONTree = [:]
    /// What a person did on the onboarding page; it comes before what was told.
    var outcome: Account.OnboardingOutcome?
    /// What the processor could not verify.
    var errors: [VerificationFailure] = []
    var schedule = PayoutSchedule()
    /// Its bank account was never told, and is there all the same.
    var impliesBank: Bool?

    var parent: String? { account }

    /// Who answers for what.
    struct Controller: Hashable, Sendable, Codable {
        /// `account`, `application`, `application_custom`, `application_express`
        var feesPayer: String
        /// `application`, `stripe`
        var losses: String
        /// `application`, `stripe`: who asks for what is missing.
        var collector: String
        /// `express`, `full`, `none`
        var dashboard: String

        static let express = Controller(
            feesPayer: "application_express", losses: "application", collector: "stripe", dashboard: "express"
        )
        static let custom = Controller(
            feesPayer: "application_custom", losses: "application", collector: "application",
            dashboard: "none")
    }
}

/// What could not be verified, and why.
struct VerificationFailure: Hashable, Sendable, Codable {
    var code: String
    var reason: String
    var requirement: String
}

/// A bank account that a connected account is paid out to.
///
/// Source: Stripe API reference, "External Account Bank Accounts"; documentation, "Testing Connect".
struct BankAccount: StoredObject {
    static let objectName = "bank_account"
    /// `ba_…`
    var id: String
    var created: Timestamp
    /// Nil while only a token holds it.
    var account: String?
    var country: String
    var currency: Currency
    var holderName: String?
    /// `individual`, `company`
    var holderType: String?
    /// `checking`, `savings`
    var accountType: String?
    var routingNumber: String
    /// The last four digits: they tell what becomes of a payout.
    var last4: String
    /// Payouts in its currency go here.
    var isDefault = false
    /// `new`; `errored` after a payout failed.
    var status = "new"
    var metadata: Metadata = [:]

    var parent: String? { account }
}

/// What an account may do, as an event tells it; nothing keeps it.
///
/// Source: Stripe API reference, "Capabilities".
struct Capability: StoredObject {
    static let objectName = "capability"
    /// `transfers`, `card_payments`
    var id: String
    var created: Timestamp
    var account: String
    var isRequested: Bool
    var status: Account.Capability
    var currentlyDue: [String]
    var pendingVerification: [String]
}

/// A page that is opened once: onboarding, or the dashboard.
///
/// Source: Stripe API reference, "Account Links", "Login Links".
struct OnboardingLink: StoredObject {
    static let objectName = "onboarding_link"
    /// `link_…`: what stands in the page's address.
    var id: String
    var created: Timestamp
    var account: String
    /// `account_onboarding`, `account_update`; `login` for the dashboard.
    var kind: String
    var refreshURL: String
    var returnURL: String
    var expires: Timestamp
    /// What the form of the opened page proves itself with; nil while nobody has opened it.
    var session: String?
    /// The form was sent.
    var isFinished = false
}
