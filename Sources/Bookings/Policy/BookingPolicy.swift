public import DatabaseKit
import MoneyKit
public import PaymentCore
public import TimeKit

/// The payment policy for bookings. A job is created only after a successful payment.
///
/// The transaction that records the charge in the ledger also creates the job. The processor's event and the
/// payer's confirmation can arrive in either order. Only the first of them creates a job.
public struct BookingPolicy: PaymentPolicy {
    /// The kind of payment that this policy handles: `job`.
    public static var kind: String { "job" }

    let ids: Identifiers

    /// Creates the policy. `ids` generates the ids of jobs and notifications.
    public init(ids: Identifiers) { self.ids = ids }

    /// Creates the job when the payment succeeds, and keeps it up to date with later changes to the payment.
    /// Notifies the payee of each release.
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

    /// Does nothing, because bookings have no schedules.
    public func changed(_ schedule: Schedule, at time: Timestamp, in transaction: Transaction) throws {}

    /// Always throws an error, because bookings have no schedules.
    ///
    /// - Throws: `PaymentError` with code `unknownKind`.
    public func occurrence(
        of schedule: Schedule, isFirst: Bool, at time: Timestamp, in transaction: Transaction
    ) throws
        -> String
    {
        throw PaymentError(.unknownKind, "a booking is paid only once, so it cannot have a payment schedule")
    }
}

extension OutboxNotice {
    /// Returns the notification that money was sent to the payee. The notification contains the payee's
    /// share, but neither the price nor the fee.
    fileprivate static func payoutSent(_ amount: Money, for job: BookingJob, id: String, at time: Timestamp)
        -> OutboxNotice
    {
        OutboxNotice(
            id: id, kind: "payment", to: .payee, about: job.id, title: "Payout Sent",
            body: "\(amount.formatted(MoneyLocale("en-US"))) has been sent to your account.",
            data: ["job_id": job.id, "amount": amount.plainText, "payee": job.request.payee], time: time)
    }
}
