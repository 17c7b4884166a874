package import Payees
package import PaymentCore

/// A payee with the onboarding status of the payee's account.
package struct PayeeDetails: Documented {
    package let profile: PayeeProfile
    package let onboarding: OnboardingStatus

    package init(profile: PayeeProfile, onboarding: OnboardingStatus) {
        self.profile = profile
        self.onboarding = onboarding
    }

    package static let fields = DocumentFields<PayeeDetails>("payee") {
        Field("id") { $0.profile.id }
        Field("name") { $0.profile.name }
        Field("org", "the organization that the payee works for") { $0.profile.org }
        Field("time_zone") { $0.profile.timeZone }
        Field("account", "null until payout setup has started") { $0.profile.account }
        Field(
            "payouts", .text(of: ["loading", "not_set_up", "pending_verification", "active", "failed"])
        ) { $0.onboarding.name }
    }
}

extension OnboardingStatus {
    /// The status as a stable code for programs.
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
