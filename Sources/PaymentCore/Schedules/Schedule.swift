public import MoneyKit
public import TimeKit

/// A monthly or yearly payment. The processor charges the payer for each period, and each paid invoice is
/// recorded as a payment.
public struct Schedule: Hashable, Sendable, Codable {
    /// The state of a schedule.
    public enum State: String, Sendable, Codable {
        /// The first charge has not succeeded yet.
        case incomplete
        case active
        /// The last charge failed and will be retried.
        case pastDue = "past_due"
        case paused
        case canceled
        /// A person must review the schedule.
        case needsReview = "needs_review"
    }

    /// A clause that gives the reason why the schedule cannot be changed.
    var unchangeable: String {
        state == .canceled ? "the recurring payment has ended" : "the recurring payment has not started yet"
    }

    /// The schedule's id, `sch_…`. The processor stores it in `metadata[schedule_id]`.
    public var id: String
    /// The kind of payment, such as `gift`. The kind determines which ``PaymentPolicy`` is used.
    public var kind: String
    /// The id of the object that the schedule is for, such as a monthly gift.
    public var subject: String
    /// The connected account that receives the money. Empty if the whole amount belongs to the platform; see
    /// ``form``.
    public private(set) var payee: String
    /// The ledger account for the platform's revenue from this schedule. Nil if there is a payee.
    private var revenue: LedgerAccount?
    /// The length of a period. Nil means a month.
    private var chargedEvery: ChargeInterval?
    /// The promotion code that was redeemed at the start, `promo_…`, or nil.
    public private(set) var promotionCode: String?
    /// The quote for each period.
    public var quote: Quote
    /// The platform's fee as a percentage of the charge, rounded up to a multiple of 0.01%.
    public var feeStep: BasisPoints
    /// The text on the card statement.
    public var statementDescriptor: String
    /// Additional metadata stored at the processor, or nil.
    public var metadata: [String: String]?
    /// The payment method: an id, `pm_…`, or the name of a test method.
    public var method: String
    /// The payment method that was set on the subscription when the subscription was last fetched, `pm_…`.
    /// Empty if none was set. Nil if the subscription was never fetched.
    var methodAtProcessor: String?
    /// The last known state of the schedule.
    public var state: State
    /// The time from which all periods are counted.
    public var anchor: MonthlyAnchor
    /// The charge day that the payer was shown. If nil, the processor determines the day by counting from the
    /// anchor.
    public var day: MonthlyDay?
    /// The latest month that has an invoice. Nil if ``day`` is nil.
    public var paidMonth: CalendarMonth?
    /// The creation time of the newest invoice that was used to update ``paidMonth``, or nil.
    public var newestInvoice: Timestamp?
    /// The time of the next charge, or nil if no charge is planned.
    public var nextCharge: Timestamp?
    /// The time at which the schedule ends, if it ends with the paid period; otherwise nil.
    public var endsAt: Timestamp?
    /// The time at which the subscription must be fetched next, because the payer may have been charged by
    /// then. Nil if no charge is possible.
    public var dueAt: Timestamp?
    /// The end of the pause. Nil if the schedule is not paused or the pause has no end.
    public var pausedUntil: Timestamp?
    /// The customer at the processor, `cus_…`, or nil.
    public var customer: String?
    /// The price at the processor, `price_…`, or nil.
    public var price: String?
    /// The subscription at the processor, `sub_…`, or nil.
    public var subscription: String?
    /// The unpaid invoice that can be retried, `in_…`, or nil.
    public var openInvoice: String?
    /// The payment intent, `pi_…`, that waits for the payer to respond to the bank's challenge, or nil.
    public var intentWaitingForBank: String?
    /// Whether a slow charge, such as a bank debit, is in progress.
    public var isCharging = false
    /// The reason that the last charge failed; nil if it did not fail.
    public var failure: PaymentFailure?
    /// The time at which the schedule began.
    public var created: Timestamp
    /// The time at which the schedule ended, or nil.
    public var canceledAt: Timestamp?

    init(
        id: String, order: PaymentOrder, feeStep: BasisPoints, begun now: Timestamp
    ) {
        self.id = id
        kind = order.kind
        subject = order.subject
        payee = order.form.payee ?? ""
        if case .platform(let revenue) = order.form { self.revenue = revenue }
        chargedEvery = order.interval == .month ? nil : order.interval
        promotionCode = order.promotionCode
        quote = order.quote
        self.feeStep = feeStep
        statementDescriptor = order.statementDescriptor
        metadata = order.metadata.isEmpty ? nil : order.metadata
        method = order.method
        state = .incomplete
        anchor = MonthlyAnchor(now)
        day = order.day
        paidMonth = order.day?.month(of: now)
        created = now
    }

    /// The payment method if it was chosen in this program. Nil if it was chosen at the processor.
    public var methodChosenHere: String? { method == methodAtProcessor ? nil : method }

    /// The length of a period.
    public internal(set) var interval: ChargeInterval {
        get { chargedEvery ?? .month }
        set { chargedEvery = newValue == .month ? nil : newValue }
    }

    /// The form of the charges. The money goes to the payee, or to the platform if ``payee`` is empty. It is
    /// never held.
    public var form: ChargeForm {
        revenue.map(ChargeForm.platform) ?? .destination(payee: payee)
    }
}

/// A change to a schedule.
public enum ScheduleChange: Hashable, Sendable, Codable {
    /// A new amount, which applies from the next charge.
    case amount(Quote)
    /// A new price and period. If `isAtOnce` is true, the difference for the rest of the period is charged
    /// immediately, and nothing changes if that charge fails. Otherwise, the price applies from the next
    /// charge.
    case price(Quote, ChargeInterval, isAtOnce: Bool)
    /// A new charge day. Nothing is charged before the given time, and later charge days are counted from
    /// that time.
    case day(Timestamp)
    /// A new payment method. If a charge is overdue, it is retried with this payment method immediately.
    case method(String)
    /// A pause during which nothing is charged. It lasts until the given time or, if the time is nil, until
    /// the schedule is resumed.
    case pause(until: Timestamp?)
    case resume
    /// Whether the schedule ends at the end of the paid period. False reverses an earlier decision to end the
    /// schedule.
    case endsWithPeriod(Bool)
    case cancel
    /// Another attempt to collect the charge that failed.
    case retry
    /// New metadata for the recurring payment, for example after its purpose has changed.
    case describe([String: String])

    /// Whether the change can cause an immediate charge to a card.
    var triesCard: Bool {
        switch self {
        case .method, .retry: true
        case .price(_, _, let isAtOnce): isAtOnce
        case .amount, .day, .pause, .resume, .endsWithPeriod, .cancel, .describe: false
        }
    }
}

/// The operation that a processor call performs on a schedule: the start or a change.
enum ScheduleStep: Hashable, Codable {
    /// The start of the schedule. It creates the customer, a product if the payee has none, the price and the
    /// subscription, in this order.
    case start
    case change(ScheduleChange)
}
