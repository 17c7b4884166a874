import Processor

/// Why a bank says no.
///
/// Source: Stripe documentation, "Declines", "Decline codes".
struct Decline: Hashable {
    var code: String
    var declineCode: String?
    var message: String

    /// A decline of the code `card_declined`.
    static func card(_ declineCode: String, _ message: String = "Your card was declined.") -> Decline {
        Decline(code: "card_declined", declineCode: declineCode, message: message)
    }

    static let generic = card("generic_decline")
    static let expired = Decline(
        code: "expired_card", declineCode: "expired_card", message: "Your card has expired.")
    static let authenticationRequired = Decline(
        code: "authentication_required", declineCode: "authentication_required",
        message: "Your card was declined. This transaction requires authentication.")

    /// Whether trying again without the donor is pointless.
    ///
    /// Source: Stripe documentation, "Automate payment retries", the codes that are never retried.
    var isHard: Bool {
        let hard: Set = [
            "lost_card", "stolen_card", "pickup_card", "incorrect_number", "revocation_of_authorization",
            "revocation_of_all_authorizations", "authentication_required", "highest_risk_level",
            "transaction_not_allowed",
        ]
        return hard.contains(declineCode ?? code)
    }

    /// The answer to the request that was declined: HTTP 402.
    func error(intent: String?, charge: String?) -> ProcessorError {
        ProcessorError(
            .card, status: 402, code: code, declineCode: declineCode, message: message, paymentIntent: intent,
            charge: charge)
    }
}
