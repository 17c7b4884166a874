/// The reason why an attempt failed. It contains no card or donor data, so it can be stored.
public struct PaymentFailure: Hashable, Sendable, Codable {
    /// Stripe's error code: `card_declined`, `authentication_required`.
    public var code: String
    /// The bank's reason. It is shown to the organization's staff, never to the donor.
    public var declineCode: String?
    /// Whether a card was declined. Otherwise the request was invalid, and no card was charged.
    public var isDecline: Bool

    /// Creates a failure.
    public init(code: String, declineCode: String?, isDecline: Bool = true) {
        self.code = code
        self.declineCode = declineCode
        self.isDecline = isDecline
    }

    /// Whether the payer can resolve the failure with another attempt: a card was declined, or the payer did not pass
    /// the bank's authentication. Otherwise the request itself was refused.
    public var isOfPayer: Bool { isDecline || code == Self.authenticationFailure }

    /// The payer did not pass the bank's authentication. Stripe reports it as an invalid request, not as a card error.
    ///
    /// Source: Stripe documentation, "Error codes".
    public static let authenticationFailure = "payment_intent_authentication_failure"

    /// The payer's bank requires authentication, but the subscription can start only with a paid charge.
    ///
    /// Source: Stripe documentation, "Error codes".
    public static let subscriptionAsksPayer = "subscription_payment_intent_requires_action"

    /// A monthly charge failed. The invoice does not contain the reason.
    static let renewal = PaymentFailure(code: "invoice_unpaid", declineCode: nil)

    /// The processor did not respond for a day, and nothing was charged.
    static let noAnswer = PaymentFailure(code: "no_answer", declineCode: nil, isDecline: false)

    /// The only text that donors see. It gives no information to card thieves.
    public static let sentenceForDonors = "Card declined. Please try another card or payment method."
}
