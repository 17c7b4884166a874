package import Payees
package import PaymentCore

/// A payee with the onboarding status of its account.
package struct ShownPayee {
    package let profile: PayeeProfile
    package let onboarding: OnboardingStatus

    package init(profile: PayeeProfile, onboarding: OnboardingStatus) {
        self.profile = profile
        self.onboarding = onboarding
    }

    package var document: JSONValue {
        [
            "object": "payee", "id": .string(profile.id), "name": .string(profile.name),
            "org": JSONValue(profile.org),
            "time_zone": .string(profile.timeZone), "account": JSONValue(profile.account),
            "payouts": .string(onboarding.name),
        ]
    }
}

extension OnboardingStatus {
    /// The stable name of the status, for programs.
    fileprivate var name: String {
        switch self {
        case .loading: "loading"
        case .notSetUp: "not_set_up"
        case .pendingVerification: "pending_verification"
        case .active: "active"
        case .failed: "failed"
        }
    }
}
