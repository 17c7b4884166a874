public import MoneyKit
public import TimeKit

/// A payment and its current state. A payment is created at its first attempt.
public struct Payment: Hashable, Sendable, Codable {
    /// The payment's id, `pay_…`. The processor stores it in `metadata[payment_id]`.
    public var id: String
    /// The kind of payment, such as `gift`. The kind determines the policy.
    public var kind: String
    /// The id of the object that the payment is for, such as a gift.
    public var subject: String
    /// The connected account that receives the money. Empty if the whole amount belongs to the platform (see
    /// ``form``).
    public private(set) var payee: String
    /// Whether the payment's money is held. Nil means false.
    private(set) var isHeld: Bool?
    /// The ledger account for the platform's revenue from this payment. Nil if there is a payee.
    private(set) var revenue: LedgerAccount?
    /// The amounts that were shown to the payer before the charge.
    public var quote: Quote
    /// The last known state of the payment.
    public var state: PaymentState
    /// The number of attempts so far, including the first one.
    public var attempts: Int
    /// The payment intent, `pi_…`, or nil until the processor has responded.
    public var intent: String?
    /// The charge of the last attempt, `ch_…`, or nil if it is not known yet.
    public var charge: String?
    /// The payer's customer at the processor, `cus_…`, or nil.
    public var customer: String?
    /// Whether the charge must still be assigned to ``customer``, because the customer was created in
    /// parallel with the payment. Nil means false.
    var awaitsCustomer: Bool?
    /// The transfer to the payee, `tr_…`, or nil until it is known.
    public var transfer: String?
    /// The platform's application fee, in minor units. It is either the fee in the quote, or the fee that
    /// results from a subscription's fee percentage.
    public var applicationFeeMinor: Int64
    /// The processor's fee, in minor units. It is an estimate until the balance transaction is read.
    public var processorFeeMinor: Int64
    /// Whether `processorFeeMinor` is the exact fee from the balance transaction.
    public var isFeeConfirmed = false
    /// The amount refunded to the payer, in minor units.
    public var refundedMinor: Int64 = 0
    /// The amount, in minor units, from which the returned part of the application fee is computed. Unlike
    /// ``refundedMinor``, it can include amounts lost in disputes.
    public var feeBaseMinor: Int64 = 0
    /// The part of the application fee that was returned, in minor units.
    public var feeReturnedMinor: Int64 = 0
    /// The part of the transfer, in minor units, that was reversed without a refund, for example to collect a
    /// debt. This includes reversals for refunds that failed later.
    public var collectedMinor: Int64 = 0
    /// The part of `refundedMinor` that was not taken from the transfer, in minor units. Nil means zero.
    public var unreversedMinor: Int64?
    /// The amount that the payer's bank has permanently withdrawn, in minor units. Nil means zero, or that an
    /// earlier version recorded the loss without this amount.
    public var lostMinor: Int64?
    /// Whether a dispute by the payer's bank is open.
    public var isDisputed = false
    /// The settlement state of the payee's share.
    public var settlement = Settlement.none
    /// The id of the schedule that the payment belongs to, or nil.
    public var schedule: String?
    /// The invoice that was paid with this payment, `in_…`, or nil.
    public var invoice: String?
    /// The reason that the last attempt failed, or nil if it did not fail.
    public var failure: PaymentFailure?
    /// The time at which the payment was created.
    public var created: Timestamp
    /// The time at which the payment was paid, or nil.
    public var paidAt: Timestamp?

    init(
        id: String, kind: String, subject: String, form: ChargeForm, quote: Quote, state: PaymentState,
        attempts: Int, applicationFeeMinor: Int64, processorFeeMinor: Int64, created: Timestamp
    ) {
        self.id = id
        self.kind = kind
        self.subject = subject
        payee = form.payee ?? ""
        switch form {
        case .destination: break
        case .held: isHeld = true
        case .platform(let revenue): self.revenue = revenue
        }
        self.quote = quote
        self.state = state
        self.attempts = attempts
        self.applicationFeeMinor = applicationFeeMinor
        self.processorFeeMinor = processorFeeMinor
        self.created = created
    }

    /// The way that the payment is charged, and the payee, if there is one.
    public var form: ChargeForm {
        if let revenue { return .platform(revenue: revenue) }
        return isHeld == true ? .held(payee: payee) : .destination(payee: payee)
    }

    /// The charged amount.
    public var total: Money { quote.total }
    /// The amount that was neither refunded nor lost in a dispute, in minor units.
    public var refundableMinor: Int64 { total.minorUnits - refundedMinor - (lostMinor ?? 0) }
    /// Whether the payer's bank has permanently withdrawn the whole amount that was not refunded.
    public var isLost: Bool {
        lostMinor == nil ? settlement == .reversed && refundableMinor > 0 : refundableMinor == 0
    }
    /// The amount that was returned to the payer by refunds and lost disputes, in minor units. If ``isLost``
    /// is true, only refunds are counted.
    public var returnedMinor: Int64 { isLost ? refundedMinor : refundedMinor + (lostMinor ?? 0) }
    /// The amount of the transfer that can still be reversed to collect the payee's debts, in minor units.
    var collectibleMinor: Int64 {
        transfer == nil
            ? 0 : max(0, total.minorUnits - refundedMinor + (unreversedMinor ?? 0) - collectedMinor)
    }
}

/// The settlement state of the payee's share of a payment.
public enum Settlement: String, Sendable, Codable {
    /// There is no share, because the payment is unpaid or the whole amount belongs to the platform.
    case none
    /// The platform holds the payee's share or part of it.
    case held
    /// A transfer of all or part of the share is pending.
    case transferring
    /// The last transfer was refused. Its amount is still held.
    case failed
    /// The payee's account has received the share, except for any part that was returned to the payer.
    case released
    /// The whole amount was returned to the payer, by refunds or by a lost dispute.
    case reversed
}
