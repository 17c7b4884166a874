import Processor
import TextKit
import TimeKit

/// What a platform told of an account over the API, and what came of it; the account itself says what it may do.
///
/// Source: Stripe API reference, "Accounts".
struct AccountProfile: StoredNoun {
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
