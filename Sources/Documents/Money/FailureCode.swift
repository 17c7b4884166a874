import PaymentCore

/// Human-readable descriptions of the processor's failure codes.
package enum FailureCode {
    /// Returns the description of a failure code, followed by the code in parentheses, such as `the bank
    /// declined the card (card_declined)`. Returns only the code if the code is unknown.
    ///
    /// Source: Stripe documentation, "Error codes", "Decline codes". `no_account` is a failure code of
    /// payouts.
    package static func sentence(of code: String) -> String {
        words(of: code).map { "\($0) (\(printable(code)))" } ?? printable(code)
    }

    private static func words(of code: String) -> String? {
        switch code {
        case "card_declined", "generic_decline": "the bank declined the card"
        case "expired_card": "the card has expired"
        case "incorrect_cvc": "the card's security code is wrong"
        case "insufficient_funds": "the card's account has insufficient funds"
        case "lost_card", "stolen_card", "pickup_card": "the bank has blocked the card"
        case "card_velocity_exceeded": "the card's limit was exceeded"
        case "fraudulent": "the bank suspects fraud"
        case "processing_error": "the card could not be processed"
        case "authentication_required": "the bank requires verification"
        case PaymentFailure.authenticationFailure: "the bank's verification failed"
        case PaymentFailure.subscriptionAsksPayer:
            "the bank requires verification, which monthly gifts do not support"
        case "invoice_unpaid": "the recurring charge failed"
        case "resource_missing": "the processor has no record of the card"
        case "no_account": "the bank account does not exist"
        case "lost_or_stolen_card": "the card was reported lost or stolen"
        default: nil
        }
    }
}
