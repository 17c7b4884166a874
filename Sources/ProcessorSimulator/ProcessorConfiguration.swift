public import MoneyKit

/// The settings of the simulated processor: times, fees and other values that differ between Stripe accounts.
///
/// Times are in seconds unless the name mentions days.
public struct ProcessorConfiguration: Hashable, Sendable {
    /// The fee that the processor deducts from a charge.
    public var fee = FeeRate.standard
    /// The fee for a dispute, in minor units of the charge's currency. It is not refunded if the dispute is won.
    public var disputeFeeMinor: Int64 = 1500
    /// The number of days until the money from a charge becomes available, at midnight UTC.
    public var settlementDays = 2
    /// The delay until a charge with capture method `automatic_async` is booked, in seconds.
    public var bookingDelay: Int64 = 2
    /// The additional time, in seconds, for which such a booking can be delayed while many charges are waiting.
    public var bookingPatience: Int64 = 10
    /// The maximum number of waiting charges that a request books if no other transaction is waiting for the
    /// same commit.
    public var bookingsOfRequest = 2
    /// The time for which a bank debit has the status `processing`, in seconds.
    public var bankDebitDelay: Int64 = 86_400
    /// The time until a refund to certain test cards succeeds or fails, in seconds.
    public var refundDelay: Int64 = 86_400
    /// The time within which an authorization must be captured.
    public var captureLife: Int64 = 7 * 86_400
    /// The time within which evidence for a dispute must be submitted.
    public var disputeLife: Int64 = 14 * 86_400
    /// The minimum age, in seconds, at which a search finds a payment intent.
    public var searchLag: Int64 = 60
    /// The time for which an idempotency key is stored, in seconds.
    public var keyMemory: Int64 = 86_400
    /// The time for which events are kept.
    public var eventMemory: Int64 = 30 * 86_400
    /// The time between the `invoice.upcoming` event and the renewal, in seconds. Shorter periods have no such event.
    public var renewalNotice: Int64 = 7 * 86_400
    /// The time for which the invoice of a renewal is a draft, in seconds.
    public var draftLife: Int64 = 3_600
    /// The time within which the first payment of a subscription must succeed.
    public var incompleteLife: Int64 = 23 * 3_600
    /// The days on which a failed renewal is retried, counted from the first attempt. If the last retry fails, the
    /// subscription is canceled.
    public var retryDays: [Int64] = [1, 2, 4, 6, 8, 10, 12, 14]
    /// The time between each failed attempt to deliver a webhook and the next one, in seconds. After the last retry,
    /// the delivery is abandoned.
    ///
    /// Source: Stripe documentation, "Process undelivered webhook events": three times over a few hours in a sandbox.
    public var webhookRetries: [Int64] = [1_800, 5_400, 10_800]
    /// The maximum time for which a replaced secret can continue to sign webhooks, in seconds.
    public var longestSecretOverlap: Int64 = 86_400
    /// The time within which an onboarding link can be opened.
    public var accountLinkLife: Int64 = 300
    /// The base URL of the processor's pages, without a trailing slash. For example, it is
    /// `http://127.0.0.1:12111` if a server provides the pages.
    public var pages = "https://pages.processor.invalid"
    /// The minimum time for which a test clock has the status `advancing`, in seconds.
    public var clockAdvanceDelay: Int64 = 1
    /// The time after which a test clock is deleted.
    public var clockLife: Int64 = 30 * 86_400
    /// Whether to refuse requests that Stripe refuses but this processor could execute, such as test clocks on
    /// connected accounts.
    public var isStrict = false
    /// The id of the platform's own account. It must not have the format of an id that the processor creates.
    public var platformAccount = "acct_00000000tapctlPlatform00"
    /// The platform's bank account number. If it is ``noSuchBankAccount``, payouts fail.
    public var platformBankAccount = "000123456789"

    /// A bank account number to which every payout fails. An account specifies its own number in
    /// `metadata[bank_account]`.
    ///
    /// Source: Stripe documentation, "Testing Connect", "Payouts".
    public static let noSuchBankAccount = "000111111116"

    /// Creates settings with Stripe's defaults for a platform in the United States.
    public init() {}
}
