import PaymentCore
import Testing

/// How far a payee's account is.
@Suite struct OnboardingStatusTests {
    // B3-12, B3-13
    @Test(
        "the badge follows from the account",
        arguments: [
            (nil, nil, .notSetUp, "Not set up"),
            ("acct_1", nil, .loading, "Loading"),
            ("acct_1", .notSetUp, .notSetUp, "Not set up"),
            ("acct_1", .pendingVerification, .pendingVerification, "Pending verification"),
            ("acct_1", .active, .active, "Active"),
            (
                "acct_1", .restricted,
                .failed("the processor needs something else, or has refused the account"), "Failed"
            ),
        ] as [(String?, Payee.Onboarding?, OnboardingStatus, String)])
    func badge(account: String?, onboarding: Payee.Onboarding?, status: OnboardingStatus, label: String) {
        let payee = onboarding.map {
            Payee(id: "acct_1", onboarding: $0, takesCharges: $0 == .active, takesPayouts: $0 == .active)
        }
        #expect(OnboardingStatus(account: account, payee: payee) == status)
        #expect(status.label == label)
    }
}
