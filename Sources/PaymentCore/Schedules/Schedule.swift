public import MoneyKit
public import TimeKit

/// A payment that comes again every month or every year. The processor owns the calendar: each paid invoice is an occurrence.
public struct Schedule: Hashable, Sendable, Codable, Identifiable {
    /// How far it is.
    public enum State: String, Hashable, Sendable, Codable {
        /// The first charge is not through.
        case incomplete
        case active
        /// The last charge failed and is tried again.
        case pastDue = "past_due"
        case paused
        case canceled
        /// A person has to look.
        case needsReview = "needs_review"
    }

    /// `sch_…`; goes to the processor as `metadata[schedule_id]`.
    public var id: String
    /// Whose policy hears of it.
    public var kind: String
    /// What it is for, in the policy's words.
    public var subject: String
    /// The connected account that gets it; empty where all is the platform's, which ``form`` tells.
    public private(set) var payee: String
    /// What is sold, where all is the platform's; what was kept before knew one form alone.
    private var revenue: LedgerAccount?
    /// Nil for a schedule saved before there were annual ones.
    private var chargedEvery: ChargeInterval?
    /// The promotion code that was redeemed at the start, `promo_…`, or nil.
    public private(set) var promotionCode: String?
    /// What is shown and charged each time.
    public var quote: Quote
    /// What the platform keeps: the least step of 0.01 % that covers the quote's fee.
    public var feeStep: BasisPoints
    /// What stands on the card statement.
    public var statementDescriptor: String
    /// Additional metadata stored at the processor, or nil.
    public var metadata: [String: String]?
    /// `pm_…`
    public var method: String
    /// The subscription's own payment method when last fetched: `pm_…`, empty if it has none, or nil if it was never
    /// fetched.
    public var methodAtProcessor: String?
    /// How far it is.
    public var state: State
    /// The day from which all months are counted.
    public var anchor: MonthlyAnchor
    /// The charge day that the payer was shown. Nil leaves the day to the processor, which counts from the anchor.
    public var day: MonthlyDay?
    /// The latest month with an invoice, or nil if no day is stated.
    public var paidMonth: CalendarMonth?
    /// The creation time of that month's invoice. Its month is in the time zone of that time and is not recomputed.
    public var newestInvoice: Timestamp?
    /// When the next charge is due.
    public var nextCharge: Timestamp?
    /// When it ends by itself, with the period that is paid; nil where it goes on.
    public var endsAt: Timestamp?
    /// When it has to be looked at, since something may have been charged by then; nil when nothing can be.
    public var dueAt: Timestamp?
    /// Until when it is paused; nil while paused for good.
    public var pausedUntil: Timestamp?
    /// `cus_…`
    public var customer: String?
    /// `price_…`
    public var price: String?
    /// `sub_…`
    public var subscription: String?
    /// `in_…` that was not paid and can be tried again.
    public var openInvoice: String?
    /// The payment intent, `pi_…`, whose payer has to answer their bank before it can succeed, or nil.
    public var intentWaitingForBank: String?
    /// Whether a slow charge, a bank debit, is under way.
    public var isCharging = false
    /// Why the last charge failed.
    public var failure: PaymentFailure?
    /// When it was begun.
    public var created: Timestamp
    /// When it ended.
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

    /// How each period is charged, and for whom: never held.
    public var form: ChargeForm {
        revenue.map(ChargeForm.platform) ?? .destination(payee: payee)
    }
}

/// What somebody wants to be different about a schedule.
public enum ScheduleChange: Hashable, Sendable, Codable {
    /// Another amount, from the next charge on.
    case amount(Quote)
    /// Another price. `isAtOnce` charges the difference for the rest of the period immediately, and changes nothing if
    /// that charge fails. Otherwise the price applies from the next charge on.
    case price(Quote, ChargeInterval, isAtOnce: Bool)
    /// Moves the day: nothing is charged before this time, and all later months count from it.
    case day(Timestamp)
    /// Another card; a charge that is past due is tried with it at once.
    case method(String)
    /// No charges until then, or until it is resumed.
    case pause(until: Timestamp?)
    case resume
    /// It ends with the period that is paid, or goes on after all.
    case endsWithPeriod(Bool)
    case cancel
    /// The charge that failed is tried again.
    case retry
    /// Changes only the metadata, because the payment's purpose changed.
    case describe([String: String])

    /// Whether a card is tried with it.
    var triesCard: Bool {
        switch self {
        case .method, .retry: true
        case .price(_, _, let isAtOnce): isAtOnce
        case .amount, .day, .pause, .resume, .endsWithPeriod, .cancel, .describe: false
        }
    }
}

/// What a call of a schedule is a step of.
enum ScheduleStep: Hashable, Sendable, Codable {
    /// Customer, product, price, subscription: in this order.
    case start
    case change(ScheduleChange)
}
