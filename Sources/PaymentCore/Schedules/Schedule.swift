public import MoneyKit
public import TimeKit

/// A monthly or yearly payment. The processor decides when to charge: each paid invoice is an occurrence.
public struct Schedule: Hashable, Sendable, Codable, Identifiable {
    /// The state of a schedule.
    public enum State: String, Hashable, Sendable, Codable {
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

    /// The schedule's id, `sch_…`. The processor stores it in `metadata[schedule_id]`.
    public var id: String
    /// The kind of payment, which selects its policy.
    public var kind: String
    /// The purpose of the schedule, as its policy identifies it.
    public var subject: String
    /// The connected account that receives the money. Empty if the whole amount belongs to the platform; see ``form``.
    public private(set) var payee: String
    /// The ledger account for the platform's revenue from this schedule. Nil if there is a payee, as in all older
    /// schedules.
    private var revenue: LedgerAccount?
    /// The interval. Nil means a month, as in schedules saved before yearly schedules existed.
    private var chargedEvery: ChargeInterval?
    /// The promotion code that was redeemed at the start, `promo_…`, or nil.
    public private(set) var promotionCode: String?
    /// The quote for each period.
    public var quote: Quote
    /// The platform's fee: the smallest step of 0.01 % that covers the quote's fee.
    public var feeStep: BasisPoints
    /// The text on the card statement.
    public var statementDescriptor: String
    /// Additional metadata stored at the processor, or nil.
    public var metadata: [String: String]?
    /// The payment method: an id, `pm_…`, or the name of a test method.
    public var method: String
    /// The subscription's own payment method when last fetched: `pm_…`, empty if it has none, or nil if it
    /// was never fetched.
    public var methodAtProcessor: String?
    /// The state of the schedule.
    public var state: State
    /// The day from which all periods are counted.
    public var anchor: MonthlyAnchor
    /// The charge day that the payer was shown. Nil leaves the day to the processor, which counts from the
    /// anchor.
    public var day: MonthlyDay?
    /// The latest month with an invoice, or nil if no day is stated.
    public var paidMonth: CalendarMonth?
    /// The creation time of the invoice for ``paidMonth``. The month was determined in the time zone of that time and
    /// is not recomputed.
    public var newestInvoice: Timestamp?
    /// The time of the next charge.
    public var nextCharge: Timestamp?
    /// The time at which the schedule ends together with the paid period, or nil if it continues.
    public var endsAt: Timestamp?
    /// The time by which the schedule must be fetched, because something may have been charged. Nil if nothing can have
    /// been charged.
    public var dueAt: Timestamp?
    /// The end of the pause. Nil if the schedule is not paused, or is paused indefinitely.
    public var pausedUntil: Timestamp?
    /// The customer at the processor, `cus_…`, or nil.
    public var customer: String?
    /// The price at the processor, `price_…`, or nil.
    public var price: String?
    /// The subscription at the processor, `sub_…`, or nil.
    public var subscription: String?
    /// The unpaid invoice that can be retried, `in_…`, or nil.
    public var openInvoice: String?
    /// The payment intent, `pi_…`, that cannot succeed until the payer answers their bank, or nil.
    public var intentWaitingForBank: String?
    /// Whether a slow charge, such as a bank debit, is pending.
    public var isCharging = false
    /// The reason why the last charge failed, or nil.
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

    /// The payment method if it was chosen here, or nil if it was chosen at the processor.
    public var methodChosenHere: String? { method == methodAtProcessor ? nil : method }

    /// The length of a period.
    public internal(set) var interval: ChargeInterval {
        get { chargedEvery ?? .month }
        set { chargedEvery = newValue == .month ? nil : newValue }
    }

    /// The way in which each period is charged, and its payee. Never held.
    public var form: ChargeForm {
        revenue.map(ChargeForm.platform) ?? .destination(payee: payee)
    }
}

/// A change of a schedule.
public enum ScheduleChange: Hashable, Sendable, Codable {
    /// A new amount, from the next charge on.
    case amount(Quote)
    /// Another price. `isAtOnce` charges the difference for the rest of the period immediately, and changes
    /// nothing if that charge fails. Otherwise the price applies from the next charge on.
    case price(Quote, ChargeInterval, isAtOnce: Bool)
    /// A new charge day. Nothing is charged before this time, and all later months are counted from it.
    case day(Timestamp)
    /// A new card. An overdue charge is retried with it immediately.
    case method(String)
    /// A pause without charges, until this time or, if it is nil, until the schedule is resumed.
    case pause(until: Timestamp?)
    case resume
    /// Whether the schedule ends with the paid period. False lets a schedule that would end continue.
    case endsWithPeriod(Bool)
    case cancel
    /// Another attempt at the failed charge.
    case retry
    /// New metadata only, because the payment's purpose changed.
    case describe([String: String])

    /// Whether the change may charge a card immediately.
    var triesCard: Bool {
        switch self {
        case .method, .retry: true
        case .price(_, _, let isAtOnce): isAtOnce
        case .amount, .day, .pause, .resume, .endsWithPeriod, .cancel, .describe: false
        }
    }
}

/// The step to which a schedule's call belongs.
enum ScheduleStep: Hashable, Sendable, Codable {
    /// The start: customer, product, price and subscription, in this order.
    case start
    case change(ScheduleChange)
}
