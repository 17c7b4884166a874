/// A test card that the processor's pages offer by name.
public struct PageTestCard: Hashable, Sendable {
    /// A group of cards with the same kind of result.
    public struct Group: Hashable, Sendable {
        /// The result, such as `Declined`.
        public let title: String
        /// The cards, starting with the most common card.
        public let cards: [PageTestCard]
    }

    /// The payment method's test name, such as `pm_card_visa`.
    public let name: String
    /// The name of the card or of its result, such as `Insufficient funds`.
    public let label: String
    /// The card number with spaces, such as `4242 4242 4242 4242`.
    public let number: String

    /// All offered cards, grouped by their result.
    ///
    /// Source: Stripe documentation, "Testing".
    public static let groups: [Group] = [
        group(
            "Succeeds",
            [
                ("visa", "Visa"), ("visa_debit", "Visa debit"), ("mastercard", "Mastercard"),
                ("amex", "American Express"), ("discover", "Discover"),
                ("bypassPending", "Visa, funds available immediately"),
            ]),
        group(
            "Declined",
            [
                ("visa_chargeDeclined", "No reason given"),
                ("visa_chargeDeclinedInsufficientFunds", "Insufficient funds"),
                ("visa_chargeDeclinedLostCard", "Lost card"),
                ("visa_chargeDeclinedStolenCard", "Stolen card"),
                ("visa_chargeDeclinedExpiredCard", "Expired card"),
                ("visa_chargeDeclinedIncorrectCvc", "Incorrect security code"),
                ("visa_chargeDeclinedProcessingError", "Processing error"),
                ("visa_chargeDeclinedVelocityLimitExceeded", "Too many charges"),
                ("chargeCustomerFail", "Saved, then declined"),
            ]),
        group("3-D Secure", [("authenticationRequired", "The bank asks for confirmation")]),
        group(
            "Disputes and refunds",
            [
                ("createDispute", "Disputed as fraud"), ("createDisputeInquiry", "Inquiry by the bank"),
                ("refundFail", "Refund fails"), ("pendingRefund", "Refund is pending at first"),
            ]),
    ]

    private static func group(_ title: String, _ cards: [(name: String, label: String)]) -> Group {
        Group(
            title: title,
            cards: cards.map { card in
                let number = TestMethod.card(named: "pm_card_\(card.name)")?.number ?? ""
                return PageTestCard(
                    name: "pm_card_\(card.name)", label: card.label, number: CardNumbers.grouped(number))
            })
    }
}
