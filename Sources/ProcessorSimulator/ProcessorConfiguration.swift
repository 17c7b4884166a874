public import MoneyKit

/// How the simulated processor behaves where Stripe's accounts differ, or where waiting would be a nuisance.
///
/// Times are in seconds unless the name says days.
public struct ProcessorConfiguration: Hashable, Sendable {
    /// What the processor keeps of a charge.
    public var fee = FeeRate.standard
    /// What a dispute costs, in minor units of the charge; not given back.
    public var disputeFeeMinor: Int64 = 1500
    /// Days until a charge may be paid out; it may from midnight in UTC on.
    public var settlementDays = 2
    /// How much later `automatic_async` books a charge.
    public var bookingDelay: Int64 = 2
    /// How much later still it may be booked while many are.
    public var bookingPatience: Int64 = 10
    /// How many charges a request books on its way while many wait.
    public var bookingsOfRequest = 2
    /// How long a bank debit is `processing`.
    public var bankDebitDelay: Int64 = 86_400
    /// How long a refund stays `pending`, or until it fails, with the test cards for that.
    public var refundDelay: Int64 = 86_400
    /// How long an authorization waits for its capture.
    public var captureLife: Int64 = 7 * 86_400
    /// How long a dispute waits for evidence.
    public var disputeLife: Int64 = 14 * 86_400
    /// How far the search lags behind.
    public var searchLag: Int64 = 60
    /// How long an idempotency key is remembered.
    public var keyMemory: Int64 = 86_400
    /// How long events are kept.
    public var eventMemory: Int64 = 30 * 86_400
    /// How long before a renewal `invoice.upcoming` tells of it; periods that are no longer have no such word.
    public var renewalNotice: Int64 = 7 * 86_400
    /// How long a renewal's invoice stays a draft.
    public var draftLife: Int64 = 3_600
    /// How long a subscription waits for its first payment.
    public var incompleteLife: Int64 = 23 * 3_600
    /// When a renewal that failed is tried again, in days after the first failure; after the last one the
    /// subscription is canceled.
    public var retryDays: [Int64] = [1, 2, 4, 6, 8, 10, 12, 14]
    /// How long after an attempt to deliver an event that failed the next one is made; after the last there is none.
    ///
    /// Source: Stripe documentation, "Process undelivered webhook events": three times over a few hours in a sandbox.
    public var webhookRetries: [Int64] = [1_800, 5_400, 10_800]
    /// For how long after a roll the old secret signs as well, at most.
    public var longestSecretOverlap: Int64 = 86_400
    /// How long an onboarding link is good.
    public var accountLinkLife: Int64 = 300
    /// Where the processor's pages stand, without a slash at the end: `http://127.0.0.1:12111` where somebody serves them.
    public var pages = "https://pages.processor.invalid"
    /// How long advancing a test clock takes at least: until then it is `advancing`.
    public var clockAdvanceDelay: Int64 = 1
    /// How long a test clock lives.
    public var clockLife: Int64 = 30 * 86_400
    /// Refuses what Stripe refuses where this processor could do more: test clocks of connected accounts.
    public var isStrict = false
    /// The platform's bank account: payouts to ``noSuchBankAccount`` fail.
    public var platformBankAccount = "000123456789"

    /// The bank account that no payout reaches. An account names its bank account in `metadata[bank_account]`.
    ///
    /// Source: Stripe documentation, "Testing Connect", "Payouts".
    public static let noSuchBankAccount = "000111111116"

    /// Stripe's defaults for a US platform.
    public init() {}
}
