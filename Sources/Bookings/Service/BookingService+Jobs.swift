public import DatabaseKit
import MoneyKit
import Payees
import PaymentCore
import TimeKit

/// An action on a job.
public enum BookingAct: Sendable {
    /// Completes the job. Depending on the release rule, the money is released to the payee immediately or
    /// after the platform's approval.
    case complete
    /// Cancels the job. The payer gets a full refund, and money that the payee has already received is taken
    /// back.
    case cancel
}

extension BookingService {
    /// Performs an action on a job, and transfers the money that becomes due.
    ///
    /// - Throws: The errors of ``perform(_:on:by:in:)``.
    public func perform(_ act: BookingAct, on job: String, by actor: BookingActor) async throws -> BookingJob
    {
        try await database.write { try perform(act, on: job, by: actor, in: $0) }
        try await settle(job)
        return try await database.read { try $0.existingJob(job) }
    }

    /// Performs an action on a job, within a transaction. After the transaction, ``settle(_:)`` transfers the
    /// money.
    ///
    /// The payee or the platform can complete a job. The payer or the platform can cancel a job, but only the
    /// platform can cancel a completed job.
    ///
    /// - Throws: ``BookingError`` with code `jobNotFound`, `notYours` or `disputed`. The code is `wrongState`
    ///   if the job's status does not allow the action, or if a pending transfer to the payee prevents a
    ///   cancellation. Throws `PayeeError` if the payee completes a job before the payee's account is set up.
    public func perform(
        _ act: BookingAct, on job: String, by actor: BookingActor, in transaction: Transaction
    ) throws {
        var job = try transaction.existingJob(job)
        switch act {
        case .complete: try complete(&job, by: actor, in: transaction)
        case .cancel: try cancel(&job, by: actor)
        }
        try transaction.keep(job)
    }

    private func complete(_ job: inout BookingJob, by actor: BookingActor, in transaction: Transaction) throws
    {
        try job.request.check(actor, is: [job.request.asPayee, .platform], or: .unknownJob(job.id))
        if actor != .platform { try payees.admitted(job.request.payee, in: transaction) }
        guard job.completedAt == nil, job.status == .confirmed || job.status == .disputed else {
            throw BookingError(.wrongState, job.statusClause)
        }
        let before = try transaction.earningCount(of: job.request.payee)
        job.completedAt = clock.now()
        if rules.release.releasesByItself(completedBefore: before) { job.releaseAt = job.completedAt }
    }

    private func cancel(_ job: inout BookingJob, by actor: BookingActor) throws {
        let isDone = job.completedAt != nil
        try job.request.check(
            actor, is: isDone ? [.platform] : [job.request.asPayer, .platform], or: .unknownJob(job.id))
        try job.checkMoneyStays()
        job.cancelledAt = clock.now()
        job.releaseAt = nil
    }

    /// Transfers all money that is due. This includes transfers that were prevented by a crash, a missing
    /// response or an incomplete payee account.
    ///
    /// Call this function regularly, and after each reconciliation. A repeated call does not transfer the
    /// same money again.
    ///
    /// - Returns: The number of jobs that were examined. If the task's `WorkBudget` is spent, the remaining
    ///   jobs are skipped.
    @discardableResult public func settleDue() async throws -> Int {
        let now = clock.now()
        return try await database.forEach(
            of: { try $0.bookingJobs(dueBy: now, after: $1, limit: $2) }, do: settle)
    }

    /// Transfers the money that is due for a job: to the payee or, if the job was canceled, back to the
    /// payer. Does nothing if no money is due.
    ///
    /// If the processor refuses a release, the platform continues to hold the money, and the payout's status
    /// is `failed`.
    public func settle(_ id: String) async throws {
        let now = clock.now()
        let cancelled = try await database.read { try $0.existingJob(id) }
        if cancelled.cancelledAt != nil, let due = cancelled.dueAt, due <= now {
            // If a refund was made at the processor, less is left to refund.
            try await payments.noticeReturns(of: cancelled.payment)
        }
        let (account, call) = try await database.write { transaction -> (String, ProcessorCall?) in
            var job = try transaction.existingJob(id)
            guard let due = job.dueAt, due <= now else { return (job.account, nil) }
            let call =
                try job.cancelledAt == nil ? release(&job, in: transaction) : giveBack(job, in: transaction)
            return (job.account, call)
        }
        guard let call else { return }
        try await payments.executeTolerantly([call])
        // The part of a refund that the payee had already received is collected from the payee's account.
        try await payments.collectSoon(from: account)
    }

    /// Records a refund of the part of the price for which no refund has been requested yet. Failed refunds
    /// are not counted.
    ///
    /// - Returns: The call to send. Nil if refunds for the whole price were already requested, if a dispute
    ///   was lost, or if an earlier refund failed and a person must decide what to do.
    private func giveBack(_ job: BookingJob, in transaction: Transaction) throws -> ProcessorCall? {
        let refunds = try transaction.refunds(ofPayment: job.payment)
        let asked = refunds.reduce(0) { $1.state == .failed ? $0 : $0 + $1.amountMinor }
        let left = job.request.price.minorUnits - asked
        guard left > 0, refunds.allSatisfy({ $0.permitsRefund(ofMinor: left) }),
            try transaction.disputes(ofPayment: job.payment).allSatisfy({ $0.state != .lost })
        else { return nil }
        return try payments.beginRefund(of: job.payment, amountMinor: left, reason: nil, in: transaction).1
    }

    /// Refunds all or part of a job's price. Held money is refunded first, and then money that the payee has
    /// already received.
    ///
    /// The payee's share and the fee are refunded in proportion. The job's status changes only if the whole
    /// price is refunded. Only the platform can make refunds.
    ///
    /// - Parameter amountMinor: The amount in minor units, from 1 to the amount that has not been refunded
    ///   yet.
    /// - Returns: The job. If the processor does not respond, a reconciliation finishes the refund.
    /// - Throws: ``BookingError`` with code `jobNotFound`, `notYours` or `disputed`. The code is `wrongState`
    ///   if the job was canceled or refunded in full, or if a transfer to the payee is pending.
    ///   `PaymentError` with code `refundTooLarge` or `processorRefused`.
    public func refund(_ amountMinor: Int64, of job: String, by actor: BookingActor) async throws
        -> BookingJob
    {
        let id = try await database.write { try refund(amountMinor, of: job, by: actor, in: $0) }
        return try await finish(refund: id, of: job)
    }

    /// Records a refund within a transaction, but does not send it. The rules are the same as for
    /// ``refund(_:of:by:)``. ``finish(refund:of:)`` sends the refund.
    ///
    /// - Returns: The refund's id, `ref_…`.
    public func refund(
        _ amountMinor: Int64, of job: String, by actor: BookingActor, in transaction: Transaction
    ) throws -> String {
        let job = try transaction.existingJob(job)
        try job.request.check(actor, is: [.platform], or: .unknownJob(job.id))
        try job.checkMoneyStays()
        return try payments.beginRefund(
            of: job.payment, amountMinor: amountMinor, reason: nil, in: transaction
        ).0.id
    }

    /// Sends a recorded refund, and collects the payee's share of the refund from the payee's account. A
    /// repeated call does not transfer the money again.
    ///
    /// - Throws: `PaymentError` with code `processorRefused`.
    public func finish(refund: String, of job: String) async throws -> BookingJob {
        do { try await payments.finishCalls(about: refund) } catch let error as PaymentError
            where error.code == .outcomeUnknown
        {
            // The outcome is unknown. An event or a reconciliation will report it.
        }
        let found = try await database.read { try $0.refund(refund) }
        if let found, found.state == .failed { throw PaymentError(.processorRefused, found.failure ?? "") }
        let now = try await database.read { try $0.existingJob(job) }
        try await payments.collectSoon(from: now.account)
        return now
    }

    /// Creates the call that releases a job's held money to the payee. Returns nil if the payee's account
    /// cannot receive money yet, or if no money is left to release.
    func release(_ job: inout BookingJob, in transaction: Transaction) throws -> ProcessorCall? {
        guard try transaction.payee(job.account)?.takesCharges == true else { return nil }
        let call = try payments.beginReleaseOfHeld(
            of: job.payment, metadata: ["job_id": job.id], in: transaction)
        if let payment = try transaction.payment(job.payment) { job.take(payment) }
        try transaction.keep(job)
        return call
    }
}

extension BookingJob {
    /// Checks that the money is with the platform or the payee, and not disputed or under way.
    fileprivate func checkMoneyStays() throws(BookingError) {
        guard status != .disputed else { throw BookingError(.disputed) }
        guard status == .confirmed || status == .completed, settlement != .transferring else {
            throw BookingError(.wrongState, statusClause)
        }
    }
}
