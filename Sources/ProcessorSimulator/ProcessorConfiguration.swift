public import MoneyKit

/// The settings of the simulated processor: durations, fees and other values that differ between Stripe
/// accounts.
///
/// Durations are in seconds unless the name mentions days.
public struct ProcessorConfiguration: Hashable, Sendable {
    /// The fee that the processor deducts from a charge.
    public var fee = FeeRate.standard
    /// The fee for a dispute, in minor units of the charge's currency. The processor keeps the fee even if
    /// the dispute is won.
    public var disputeFeeMinor: Int64 = 1500
    /// The number of days after which the money from a charge becomes available, at midnight UTC.
    public var settlementDays = 2
    /// The number of seconds after which a charge with capture method `automatic_async` is due to be booked.
    /// Booking creates the charge's balance transaction.
    public var bookingDelay: Int64 = 2
    /// The maximum number of seconds by which the booking of a charge is delayed if many charges are waiting.
    public var bookingPatience: Int64 = 10
    /// The maximum number of captured charges that the processor books before it executes a request that
    /// changes data. If other callers share the request's database transaction, the limit is 0.
    public var bookingsOfRequest = 2
    /// The time for which a bank debit has the status `processing`, in seconds.
    public var bankDebitDelay: Int64 = 86_400
    /// The number of seconds after which a pending refund succeeds, or a successful refund fails. This
    /// happens only with some of Stripe's test cards.
    public var refundDelay: Int64 = 86_400
    /// The time within which an authorization must be captured, in seconds.
    public var captureLife: Int64 = 7 * 86_400
    /// The time within which evidence for a dispute must be submitted, in seconds.
    public var disputeLife: Int64 = 14 * 86_400
    /// The minimum age, in seconds, of an object that a search can find.
    public var searchLag: Int64 = 60
    /// The time for which an idempotency key is stored, in seconds.
    public var keyMemory: Int64 = 86_400
    /// The time for which events are stored, in seconds.
    public var eventMemory: Int64 = 30 * 86_400
    /// The time between the `invoice.upcoming` event and the renewal, in seconds. If the billing period is
    /// shorter, this event is not sent.
    public var renewalNotice: Int64 = 7 * 86_400
    /// The time for which a new invoice of a subscription remains a draft, in seconds.
    public var draftLife: Int64 = 3_600
    /// The time within which the first payment of a subscription must succeed, in seconds.
    public var incompleteLife: Int64 = 23 * 3_600
    /// The days on which a failed renewal payment is retried, counted from the first attempt. If the last
    /// retry fails, the subscription is canceled.
    public var retryDays: [Int64] = [1, 2, 4, 6, 8, 10, 12, 14]
    /// The seconds between each failed attempt to deliver a webhook and the next attempt. If the last retry
    /// fails, the delivery is abandoned.
    ///
    /// Source: Stripe documentation, "Process undelivered webhook events": three times over a few hours in a
    /// sandbox.
    public var webhookRetries: [Int64] = [1_800, 5_400, 10_800]
    /// The maximum number of seconds for which webhooks are signed with both the old and the new secret after
    /// a secret is replaced.
    public var longestSecretOverlap: Int64 = 86_400
    /// The lifetime of an onboarding link, or of a link to an account's dashboard, in seconds.
    public var accountLinkLife: Int64 = 300
    /// The base URL of the processor's pages, without a trailing slash, such as `http://127.0.0.1:12111`. The
    /// default is a placeholder for a processor whose pages are not served.
    public var pages = "https://pages.processor.invalid"
    /// The minimum number of seconds that it takes to advance a test clock. During this time, the clock's
    /// status is `advancing`.
    public var clockAdvanceDelay: Int64 = 1
    /// The time after which the processor deletes a test clock, in seconds.
    public var clockLife: Int64 = 30 * 86_400
    /// Whether to refuse requests that Stripe refuses although this processor could execute them. An example
    /// is a request that creates a test clock on a connected account.
    public var isStrict = false
    /// The id of the platform's own account. It must not have the format of an id that the processor creates.
    public var platformAccount = "acct_00000000tapctlPlatform00"
    /// The platform's bank account number. If it is ``noSuchBankAccount``, payouts fail.
    public var platformBankAccount = "000123456789"

    /// The number of a bank account to which every payout fails. A connected account without an external
    /// account can specify this number in its metadata, under the key `bank_account`.
    ///
    /// Source: Stripe documentation, "Testing Connect", "Payouts".
    public static let noSuchBankAccount = "000111111116"

    /// Creates settings with Stripe's defaults for a platform in the United States.
    public init() {}
}
