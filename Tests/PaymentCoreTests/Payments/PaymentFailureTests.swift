import PaymentCore
import Testing

/// Why a payment was not paid, and whose matter that is.
@Suite struct PaymentFailureTests {
    @Test(
        "a declined card and a bank that did not hear its payer are the payer's matter, and nothing else is",
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
