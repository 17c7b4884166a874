public import MoneyKit
public import TimeKit

/// One payable that is paid, or is tried to be.
public struct Payment: Hashable, Sendable, Codable, Identifiable {
    /// `pay_…`; goes to the processor as `metadata[payment_id]`.
    public var id: String
    /// Whose policy hears of it: `gift`.
    public var kind: String
    /// What is paid for, in the policy's words: a gift's id.
    public var subject: String
    /// The connected account that gets it; empty where all is the platform's, which ``form`` tells.
    public private(set) var payee: String
    /// Kept only where it is so, as what was kept before knew one form alone.
    private(set) var isHeld: Bool?
    /// What is sold, where all is the platform's.
    private(set) var revenue: LedgerAccount?
    /// What was shown and is charged.
    public var quote: Quote
    /// Where it stands.
    public var state: PaymentState
    /// How often it was tried.
    public var attempts: Int
    /// `pi_…`, once the processor has answered.
    public var intent: String?
    /// `ch_…` of the last attempt.
    public var charge: String?
    /// The payer's customer at the processor, `cus_…`.
    public var customer: String?
    /// True until the assignment of the charge to ``customer`` has been requested, if the customer is created beside the
    /// payment; otherwise nil.
    var awaitsCustomer: Bool?
    /// `tr_…` that took it to the payee, once it is known.
    public var transfer: String?
    /// What was kept by the platform, in minor units: the quote's, or what a percentage step came to.
    public var applicationFeeMinor: Int64
    /// What the processor took, in minor units: as announced, until its balance transaction tells.
    public var processorFeeMinor: Int64
    /// The balance transaction was read: `processorFeeMinor` is a fact.
    public var isFeeConfirmed = false
    /// What went back to the payer, in minor units.
    public var refundedMinor: Int64 = 0
    /// What of `refundedMinor` the application fee went back for: refunds that the payee gave.
    public var feeBaseMinor: Int64 = 0
    /// What of the application fee went back to the payee, in minor units.
    public var feeReturnedMinor: Int64 = 0
    /// What of its transfer was taken back for what the payee owes, in minor units.
    public var collectedMinor: Int64 = 0
    /// The part of `refundedMinor` that was not taken from the transfer, in minor units, or nil if there is none.
    public var unreversedMinor: Int64?
    /// The amount that the payer's bank took for good, in minor units, or nil if there is none. Also nil for losses
    /// booked before this was recorded.
    public var lostMinor: Int64?
    /// The payer's bank asks for it back, and nobody has won yet.
    public var isDisputed = false
    /// What of it is the payee's.
    public var settlement = Settlement.none
    /// The schedule that it is an occurrence of.
    public var schedule: String?
    /// `in_…` that it was paid by.
    public var invoice: String?
    /// Why the last attempt failed.
    public var failure: PaymentFailure?
    /// When it was begun.
    public var created: Timestamp
    /// When it was paid.
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

    /// How it is charged, and for whom.
    public var form: ChargeForm {
        if let revenue { return .platform(revenue: revenue) }
        return isHeld == true ? .held(payee: payee) : .destination(payee: payee)
    }

    /// What is charged.
    public var total: Money { quote.total }
    /// What has not gone back yet, in minor units.
    public var refundableMinor: Int64 { total.minorUnits - refundedMinor - (lostMinor ?? 0) }
    /// True if the payer's bank has taken everything that had not been refunded.
    public var isLost: Bool {
        lostMinor == nil ? settlement == .reversed && refundableMinor > 0 : refundableMinor == 0
    }
    /// The amount returned to the payer, in minor units: by refunds and by a partly lost dispute. If the bank took the
    /// whole remainder (``isLost``), only the amount that was refunded before.
    public var returnedMinor: Int64 { isLost ? refundedMinor : refundedMinor + (lostMinor ?? 0) }
    /// What can still be taken back of its transfer for what the payee owes, in minor units.
    public var collectibleMinor: Int64 {
        transfer == nil
            ? 0 : max(0, total.minorUnits - refundedMinor + (unreversedMinor ?? 0) - collectedMinor)
    }
}

/// What of a paid payable is the payee's.
public enum Settlement: String, Hashable, Sendable, Codable {
    /// Nothing: it is not paid, or all is the platform's.
    case none
    /// Something stands with the platform.
    case held
    /// A transfer of a part of it, or of all, is under way.
    case transferring
    /// The last transfer was refused: what it was for is still held.
    case failed
    /// All that has not gone back is on the payee's account.
    case released
    /// All went back to the payer.
    case reversed
}
