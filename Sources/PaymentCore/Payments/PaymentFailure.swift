/// Why an attempt failed, as far as it may be kept: no card, no donor.
public struct PaymentFailure: Hashable, Sendable, Codable {
    /// Stripe's code: `card_declined`, `authentication_required`.
    public var code: String
    /// The bank's reason: for the organization's people, never for the donor.
    public var declineCode: String?
    /// Whether a card was declined; else the request made no sense, and no card was tried.
    public var isDecline: Bool

    /// A failure of these codes.
    public init(code: String, declineCode: String?, isDecline: Bool = true) {
        self.code = code
        self.declineCode = declineCode
        self.isDecline = isDecline
    }

    /// Whether it is the payer's matter, who may try again: a card was declined, or the payer's bank asked and did not
    /// hear its payer. Else what was asked for was refused.
    public var isOfPayer: Bool { isDecline || code == Self.authenticationFailure }

    /// The payer did not pass what their bank asked; Stripe has it as a request that failed, and not as an error of the card.
    ///
    /// Source: Stripe documentation, "Error codes".
    public static let authenticationFailure = "payment_intent_authentication_failure"

    /// The payer's bank wants to ask first, and what is paid for is a subscription that begins paid or not at all.
    ///
    /// Source: Stripe documentation, "Error codes".
    public static let subscriptionAsksPayer = "subscription_payment_intent_requires_action"

    /// A monthly charge failed; the invoice does not tell why.
    static let renewal = PaymentFailure(code: "invoice_unpaid", declineCode: nil)

    /// The processor was not heard of for a day, and nothing was charged.
    static let noAnswer = PaymentFailure(code: "no_answer", declineCode: nil, isDecline: false)

    /// All that a donor gets to read: a card thief learns nothing from it.
    public static let sentenceForDonors = "Card declined. Please try another card or payment method."
}
