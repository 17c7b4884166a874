public import MoneyKit

/// The simulated processor's settings: times, fees and other values in which Stripe accounts differ.
///
/// Times are in seconds, unless the name says days.
public struct ProcessorConfiguration: Hashable, Sendable {
    /// The fee that the processor deducts from a charge.
    public var fee = FeeRate.standard
    /// The fee for a dispute, in minor units of the charge's currency. It is not refunded if the dispute is won.
    public var disputeFeeMinor: Int64 = 1500
    /// The days until a charge's money becomes available, at midnight UTC.
    public var settlementDays = 2
    /// The delay after which a charge with capture method `automatic_async` is booked.
    public var bookingDelay: Int64 = 2
    /// The additional time that such a booking may take while many charges wait.
    public var bookingPatience: Int64 = 10
    /// The most waiting charges that one request books, if no other transaction shares or awaits the commit.
    public var bookingsOfRequest = 2
    /// The time for which a bank debit is `processing`.
    public var bankDebitDelay: Int64 = 86_400
    /// The time after which a refund of certain test cards succeeds or fails.
    public var refundDelay: Int64 = 86_400
    /// The time within which an authorization must be captured.
    public var captureLife: Int64 = 7 * 86_400
    /// The time within which evidence for a dispute must be submitted.
    public var disputeLife: Int64 = 14 * 86_400
    /// The age from which the search finds a payment intent.
    public var searchLag: Int64 = 60
    /// The time for which an idempotency key is remembered.
    public var keyMemory: Int64 = 86_400
    /// The time for which events are kept.
    public var eventMemory: Int64 = 30 * 86_400
    /// The interval between `invoice.upcoming` and the renewal. Shorter periods have no such event.
    public var renewalNotice: Int64 = 7 * 86_400
    /// The time for which a renewal's invoice is a draft.
    public var draftLife: Int64 = 3_600
    /// The time within which the first payment of a subscription must succeed.
    public var incompleteLife: Int64 = 23 * 3_600
    /// The days on which a failed renewal is retried, counted from the first attempt. If the last retry
    /// fails, the subscription is canceled.
    public var retryDays: [Int64] = [1, 2, 4, 6, 8, 10, 12, 14]
    /// The interval between a failed webhook attempt and the next one. After the last, the delivery is abandoned.
    ///
    /// Source: Stripe documentation, "Process undelivered webhook events": three times over a few hours in a sandbox.
    public var webhookRetries: [Int64] = [1_800, 5_400, 10_800]
    /// The longest time for which a rolled secret still signs webhooks.
    public var longestSecretOverlap: Int64 = 86_400
    /// The time within which an onboarding link can be opened.
    public var accountLinkLife: Int64 = 300
    /// The base URL of the processor's pages, without a trailing slash: `http://127.0.0.1:12111` if a server
    /// serves them.
    public var pages = "https://pages.processor.invalid"
    /// The time for which a test clock is `advancing`, at least.
    public var clockAdvanceDelay: Int64 = 1
    /// The time after which a test clock is deleted.
    public var clockLife: Int64 = 30 * 86_400
    /// Whether to refuse what Stripe refuses but this processor can do: test clocks on connected accounts.
    public var isStrict = false
    /// The platform's bank account number. Payouts to ``noSuchBankAccount`` fail.
    public var platformBankAccount = "000123456789"

    /// The bank account number to which every payout fails. An account names its own in `metadata[bank_account]`.
    ///
    /// Source: Stripe documentation, "Testing Connect", "Payouts".
    public static let noSuchBankAccount = "000111111116"

    /// Creates a configuration with Stripe's defaults for a US platform.
    public init() {}
}
