@testable import PaymentCore
import Testing

/// The reason that a payment failed, and whether the payer can solve it.
@Suite struct PaymentFailureTests {
    @Test(
        "only declines and failed authentication are the payer's failures",
        arguments: [
            ("card_declined", true, true), ("expired_card", true, true),
            ("payment_intent_authentication_failure", false, true), ("resource_missing", false, false),
            ("subscription_payment_intent_requires_action", true, true),
            ("no_answer", false, false), ("parameter_invalid_integer", false, false),
        ])
    func isOfPayer(code: String, isDecline: Bool, isOfPayer: Bool) {
        let failure = PaymentFailure(code: code, declineCode: nil, isDecline: isDecline)
        #expect(failure.isOfPayer == isOfPayer)
    }
}
