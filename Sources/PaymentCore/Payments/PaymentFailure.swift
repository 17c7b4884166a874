/// The reason that an attempt failed. It contains no card or payer data, so it can be stored.
public struct PaymentFailure: Hashable, Sendable, Codable {
    /// Stripe's error code, such as `card_declined` or `authentication_required`.
    public var code: String
    /// The bank's reason for a decline, or nil. It is shown to the organization's staff but never to the
    /// payer.
    public var declineCode: String?
    /// Whether a card was declined. If false, the payer did not pass the bank's authentication, or the
    /// processor refused the request itself or did not respond.
    public var isDecline = true

    /// Whether the payer can resolve the failure by trying again.
    ///
    /// True if a card was declined or the payer did not pass the bank's authentication. False if the
    /// processor refused the request itself or did not respond.
    public var isOfPayer: Bool { isDecline || code == Self.authenticationFailure }

    /// The code for a payer who did not pass the bank's authentication. Stripe reports this as an invalid
    /// request and not as a card error.
    ///
    /// Source: Stripe documentation, "Error codes".
    public static let authenticationFailure = "payment_intent_authentication_failure"

    /// The error code for a subscription that cannot start because the bank requires authentication for the
    /// first charge.
    ///
    /// Source: Stripe documentation, "Error codes".
    public static let subscriptionAsksPayer = "subscription_payment_intent_requires_action"

    /// The failure that is recorded for an unpaid invoice if the reason is unknown.
    static let renewal = PaymentFailure(code: "invoice_unpaid", declineCode: nil)

    /// The failure that is recorded if the processor has not responded for a day and it is certain that no
    /// money was charged or transferred.
    static let noAnswer = PaymentFailure(code: "no_answer", declineCode: nil, isDecline: false)

    /// The message that donors see if a payment is declined. It does not contain the reason, which could help
    /// card thieves.
    public static let sentenceForDonors = "Card declined. Please try another card or payment method."
}
