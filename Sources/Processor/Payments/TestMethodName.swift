/// The names of Stripe's test cards and bank accounts. Each stands in the place of a payment method's id.
///
/// Source: Stripe documentation, "Testing".
public enum TestMethodName {
    /// What follows `pm_card_` or `tok_` in the names of cards.
    public static let cards: [String] =
        ["visa", "visa_debit", "mastercard", "amex", "discover", "bypassPending"]
        + declining.flatMap { [$0, "visa_\($0)"] }
        + [
            "chargeCustomerFail", "authenticationRequired", "createDispute", "createDisputeInquiry",
            "refundFail", "pendingRefund",
        ]

    /// Every name with the prefix `pm_`.
    public static let all: [String] = cards.map { "pm_card_\($0)" } + [bankAccount]

    /// The bank account from which debits succeed.
    public static let bankAccount = "pm_usBankAccount_success"

    /// Stripe names the declining cards with and without their brand.
    private static let declining: [String] = [
        "chargeDeclined", "chargeDeclinedInsufficientFunds", "chargeDeclinedLostCard",
        "chargeDeclinedStolenCard", "chargeDeclinedVelocityLimitExceeded", "chargeDeclinedExpiredCard",
        "chargeDeclinedIncorrectCvc", "chargeDeclinedProcessingError",
    ]
}
