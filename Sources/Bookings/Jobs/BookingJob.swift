public import MoneyKit
public import PaymentCore
public import TextKit
public import TimeKit

/// Work that was booked and paid for. A job is created only after a successful payment.
public struct BookingJob: Hashable, Sendable, Codable {
    /// The job's id, `job_…`.
    public let id: String
    /// The id of the paid quote, `bkq_…`.
    public let quote: String
    /// The payment's id, `pay_…`. Each payment has at most one job.
    public let payment: String
    /// The booked work, including its payer, payee and price.
    public let request: BookingRequest
    /// The payee's account at the processor. The money is held for this account.
    public let account: String
    /// The time at which the job was created, after its payment succeeded.
    public let created: Timestamp
    /// The time at which the work was completed, or nil.
    public internal(set) var completedAt: Timestamp?
    /// The earliest time at which the money is released to the payee. Nil if no release is scheduled.
    public internal(set) var releaseAt: Timestamp?
    /// The time at which the job was canceled, or nil. A cancellation requests a full refund.
    public internal(set) var cancelledAt: Timestamp?
    /// The state of the payee's share of the payment: for example, held by the platform or released to the
    /// payee.
    public private(set) var settlement = Settlement.none
    /// Whether the payment has an open dispute.
    public private(set) var isDisputed = false
    /// The amount refunded to the payer, in minor units.
    public private(set) var refundedMinor: Int64 = 0
    /// The payee's earnings, in minor units: the payee's share minus refunds and lost disputes.
    public private(set) var earnedMinor: Int64 = 0
    /// The ids of the releases that the payee has been notified of.
    var told: [String] = []

    init(id: String, quote: BookingQuote, payment: Payment, at time: Timestamp) {
        self.id = id
        self.quote = quote.id
        self.payment = payment.id
        request = quote.request
        account = quote.account
        created = time
    }

    /// The status of a job, derived from the job's other properties.
    public enum Status: String, NamedState, Sendable, Codable, CaseIterable {
        /// The job is paid for, and the work is not completed yet.
        case confirmed
        case completed
        /// The payment has an open dispute, so no money moves.
        case disputed
        /// The job was canceled, but has not been refunded in full.
        case cancelled
        /// The payment was refunded in full, or the payer's bank has withdrawn the money.
        case refunded
    }

    /// A clause that describes the job's status.
    var statusClause: String { "the job is \(status.word)" }

    /// The job's status, derived from the job's other properties.
    public var status: Status {
        if settlement == .reversed { return .refunded }
        if cancelledAt != nil { return .cancelled }
        if isDisputed { return .disputed }
        return completedAt == nil ? .confirmed : .completed
    }

    /// The payee's earnings: the payee's share minus refunds and lost disputes.
    public var earned: Money { Money(earnedMinor, request.price.currency) }

    /// The earliest time at which money must be moved automatically: the time of the cancellation, or the
    /// scheduled time of the release. Nil if no money is due, or if the payment is disputed.
    ///
    /// A failed release is retried only when a payout is requested. After a failed release, this time is
    /// therefore nil unless the job was canceled, because the payer must still be refunded.
    var dueAt: Timestamp? {
        if isDisputed || settlement == .reversed { return nil }
        if let cancelledAt { return cancelledAt }
        return settlement == .held ? releaseAt : nil
    }

    /// Copies the state of the payment into the job.
    mutating func take(_ payment: Payment) {
        settlement = payment.settlement
        isDisputed = payment.isDisputed
        refundedMinor = payment.refundedMinor
        // An amount that a bank has withdrawn counts as refunded.
        let left = payment.total.minorUnits - payment.feeBaseMinor
        earnedMinor = left - (payment.applicationFeeMinor - payment.feeReturnedMinor)
    }
}
