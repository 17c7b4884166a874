import Processor

/// What an account may do, by what is known of it.
///
/// Source: Stripe documentation, "Connect onboarding", "Handle verification".
enum OnboardingRules {
    /// Where onboarding links lead; nobody answers there.
    static let linkPrefix = "https://connect.processor.invalid/setup/"
    static let dashboardPrefix = "https://connect.processor.invalid/express/"

    private static let asked = [
        "business_profile.url", "external_account", "individual.dob.day", "individual.first_name",
        "individual.id_number", "individual.last_name", "tos_acceptance.date",
    ]

    /// A new account: nothing is known.
    static func begin(_ account: inout Account) {
        account.currentlyDue = asked
        account.disabledReason = "requirements.past_due"
    }

    static func apply(_ outcome: Account.OnboardingOutcome, to account: inout Account) {
        switch outcome {
        case .complete:
            grant(.active, to: &account)
            account.pendingVerification = []
            account.disabledReason = nil
        case .pendingVerification:
            grant(.pending, to: &account)
            account.pendingVerification = ["individual.verification.document"]
            account.disabledReason = "requirements.pending_verification"
        case .abandoned:
            // What was typed into a form that nobody sent is not kept.
            break
        case .rejected:
            grant(.inactive, to: &account)
            account.pendingVerification = []
            account.disabledReason = "rejected.other"
        }
    }

    /// What an account may do by what a platform told of it.
    ///
    /// - Parameters:
    ///   - missing: What is asked for and not known.
    ///   - requested: The capabilities that were asked for.
    static func apply(
        _ answer: VerificationRules.Answer, missing: [String], requested: [String], to account: inout Account
    ) {
        account.currentlyDue = missing
        account.pendingVerification = []
        account.disabledReason = nil
        var state = Account.Capability.inactive
        if !missing.isEmpty {
            account.disabledReason = "requirements.past_due"
        } else if !requested.isEmpty {
            account.detailsSubmitted = true
            switch answer {
            case .verified: state = .active
            case .pending(let fields):
                state = .pending
                account.pendingVerification = fields
                account.disabledReason = "requirements.pending_verification"
            case .failed(let failures):
                account.currentlyDue = failures.map(\.requirement).sorted()
                account.disabledReason = "requirements.past_due"
            }
        }
        account.transfers = requested.contains("transfers") ? state : .inactive
        account.cardPayments = requested.contains("card_payments") ? state : .inactive
        account.chargesEnabled = account.cardPayments == .active
        account.payoutsEnabled = state == .active
    }

    private static func grant(_ capability: Account.Capability, to account: inout Account) {
        account.detailsSubmitted = true
        account.currentlyDue = []
        account.transfers = capability
        account.cardPayments = capability
        account.chargesEnabled = capability == .active
        account.payoutsEnabled = capability == .active
    }
}
