/// The names of Stripe's test cards and bank accounts. Each can be used instead of a payment method's id.
///
/// Source: Stripe documentation, "Testing".
public enum TestMethodName {
    /// The card names, without the prefix `pm_card_` or `tok_`.
    public static let cards: [String] =
        ["visa", "visa_debit", "mastercard", "amex", "discover", "bypassPending"]
        + declining.flatMap { [$0, "visa_\($0)"] }
        + [
            "chargeCustomerFail", "authenticationRequired", "createDispute", "createDisputeInquiry",
            "refundFail", "pendingRefund",
        ]

    /// All names with the prefix `pm_`.
    public static let all: [String] = cards.map { "pm_card_\($0)" } + [bankAccount]

    /// The bank account whose debits succeed.
    public static let bankAccount = "pm_usBankAccount_success"

    /// The declined cards. Stripe names them with and without their brand.
    private static let declining: [String] = [
        "chargeDeclined", "chargeDeclinedInsufficientFunds", "chargeDeclinedLostCard",
        "chargeDeclinedStolenCard", "chargeDeclinedVelocityLimitExceeded", "chargeDeclinedExpiredCard",
        "chargeDeclinedIncorrectCvc", "chargeDeclinedProcessingError",
    ]
}
