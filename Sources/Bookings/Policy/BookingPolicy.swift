public import DatabaseKit
import MoneyKit
public import PaymentCore
public import TimeKit

/// What a booking does when its money moves: a succeeded payment makes the job, and nothing else does.
///
/// Whether the processor's event or the payer's own confirmation comes first, the job is made in the transaction that
/// books the charge: both are kept or none, and what comes second finds the job.
public struct BookingPolicy: PaymentPolicy {
    /// Whose payments are bookings'.
    public static var kind: String { "job" }

    let ids: Identifiers

    /// A policy that makes ids with these.
    public init(ids: Identifiers) { self.ids = ids }

    /// The job is made, or follows its payment; the payee is told what was sent.
    public func changed(_ payment: Payment, at time: Timestamp, in transaction: Transaction) throws {
        let before = try transaction.bookingJob(ofPayment: payment.id)
        guard before != nil || payment.state == .succeeded else { return }
        var job =
            try before
            ?? BookingJob(
                id: ids.make("job"), quote: transaction.existingQuote(payment.subject), payment: payment,
                at: time)
        job.take(payment)
        for release in try transaction.releases(ofPayment: payment.id)
        where release.state == .released && !job.told.contains(release.id) {
            job.told.append(release.id)
            try transaction.put(.payoutSent(release.amount, for: job, id: ids.make("note"), at: time))
        }
        if job != before { try transaction.keep(job) }
    }

    /// Bookings have no schedules.
    public func changed(_ schedule: Schedule, at time: Timestamp, in transaction: Transaction) throws {}

    /// Bookings have no schedules.
    ///
    /// - Throws: `PaymentError` with code `unknownKind`.
    public func occurrence(
        of schedule: Schedule, isFirst: Bool, at time: Timestamp, in transaction: Transaction
    ) throws
        -> String
    {
        throw PaymentError(.unknownKind, "a schedule of a booking")
    }
}

extension OutboxNotice {
    /// Money of a job has gone to the payee's account: its share, and neither the price nor the fee.
    fileprivate static func payoutSent(_ amount: Money, for job: BookingJob, id: String, at time: Timestamp)
        -> OutboxNotice
    {
        OutboxNotice(
            id: id, kind: "payment", to: .payee, about: job.id, title: "Payout Sent",
            body: "\(amount.formatted(MoneyLocale("en-US"))) has been sent to your account.",
            data: ["job_id": job.id, "amount": amount.plainText, "payee": job.request.payee], time: time)
    }
}
