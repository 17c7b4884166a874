import MoneyKit
import Processor
import Testing
import TimeKit

@testable import PaymentCore

/// The onboarding status of a payee's account.
@Suite struct OnboardingStatusTests {
    // B3-13
    @Test(
        "an account is active if charges, transfers and payouts are all enabled",
        arguments: [
            (true, true, Account.Capability.active, Payee.Onboarding.active),
            (false, true, .active, .restricted), (true, false, .active, .restricted),
            (true, true, .inactive, .restricted), (true, true, .pending, .pendingVerification),
            (false, false, .pending, .pendingVerification), (false, false, .inactive, .restricted),
        ])
    func flags(
        charges: Bool, payouts: Bool, transfers: Account.Capability, onboarding: Payee.Onboarding
    ) {
        var account = Account(
            id: "acct_1", created: Timestamp(seconds: 0), country: "US", defaultCurrency: .usd)
        (account.chargesEnabled, account.payoutsEnabled) = (charges, payouts)
        account.transfers = transfers
        account.detailsSubmitted = true
        let payee = Payee(account)
        #expect(payee.onboarding == onboarding)
        #expect(payee.takesCharges == (charges && transfers == .active) && payee.takesPayouts == payouts)
        // A review at the processor shows as pending, but only after the forms were submitted.
        account.pendingVerification = ["individual.verification.document"]
        #expect(Payee(account).onboarding == (onboarding == .active ? .active : .pendingVerification))
        account.detailsSubmitted = false
        #expect(Payee(account).onboarding == (onboarding == .active ? .active : .notSetUp))
    }

    // B3-12, B3-13
    @Test(
        "the status badge follows the account",
        arguments: [
            (nil, nil, .notSetUp, "Not set up"),
            ("acct_1", nil, .loading, "Loading"),
            ("acct_1", .notSetUp, .notSetUp, "Not set up"),
            ("acct_1", .pendingVerification, .pendingVerification, "Pending verification"),
            ("acct_1", .active, .active, "Active"),
            (
                "acct_1", .restricted,
                .failed("the processor needs more information or has rejected the account"), "Failed"
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
