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
        /// A person must review it.
        case needsReview = "needs_review"
    }

    /// The schedule's id, `sch_…`. The processor stores it in `metadata[schedule_id]`.
    public var id: String
    /// The kind of payment, which selects its policy.
    public var kind: String
    /// The purpose of the schedule, as its policy identifies it.
    public var subject: String
    /// The connected account that receives the money. Empty if it is all the platform's; see ``form``.
    public private(set) var payee: String
    /// The revenue account of what the platform sells. Nil if there is a payee, as in all older schedules.
    private var revenue: LedgerAccount?
    /// The interval, or nil for a month, as in schedules saved before yearly ones existed.
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
    /// `pm_…`
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
    /// The creation time of that month's invoice. Its month is in the time zone of that time and is not
    /// recomputed.
    public var newestInvoice: Timestamp?
    /// The time of the next charge.
    public var nextCharge: Timestamp?
    /// The time at which the schedule ends with the paid period, or nil if it continues.
    public var endsAt: Timestamp?
    /// The time by which the schedule must be fetched, because something may have been charged. Nil if
    /// nothing can be.
    public var dueAt: Timestamp?
    /// The end of the pause, or nil if it is not paused or paused indefinitely.
    public var pausedUntil: Timestamp?
    /// `cus_…`
    public var customer: String?
    /// `price_…`
    public var price: String?
    /// `sub_…`
    public var subscription: String?
    /// The unpaid invoice that can be retried, `in_…`.
    public var openInvoice: String?
    /// The payment intent, `pi_…`, that cannot succeed until the payer answers their bank, or nil.
    public var intentWaitingForBank: String?
    /// Whether a slow charge, such as a bank debit, is pending.
    public var isCharging = false
    /// The reason why the last charge failed.
    public var failure: PaymentFailure?
    /// The time at which the schedule began.
    public var created: Timestamp
    /// The time at which it ended.
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
    /// Moves the day: nothing is charged before this time, and all later months count from it.
    case day(Timestamp)
    /// A new card. An overdue charge is retried with it immediately.
    case method(String)
    /// Makes no charges until a time, or until the schedule is resumed.
    case pause(until: Timestamp?)
    case resume
    /// Ends the schedule with the paid period, or lets it continue after all.
    case endsWithPeriod(Bool)
    case cancel
    /// Retries the failed charge.
    case retry
    /// Changes only the metadata, because the payment's purpose changed.
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
