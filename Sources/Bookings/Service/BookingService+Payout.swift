import DatabaseKit
import Payees
import PaymentCore
import TimeKit

extension BookingService {
    /// Pays out a completed job. Held money is released to the payee's account. Money that the payee's bank
    /// has returned is paid out again.
    ///
    /// A request by the platform also approves the payout. If the payout is already in progress, no more
    /// money is moved. A failed payout is retried.
    ///
    /// - Returns: The job as the payee sees it.
    /// - Throws: ``BookingError`` with code `jobNotFound` or `notYours`. `PayeeError` with the first of these
    ///   codes that applies: `payoutsSetupRequired`, `notCompleted`, `paymentNotFound`,
    ///   `paymentNotSucceeded`, `wrongState`, `alreadyPaid`, `disputed`, `approvalRequired`, `notConnected`.
    ///   If the processor refuses the transfer, the code is `processorFailed`, and the payout's status
    ///   becomes `failed`.
    @discardableResult public func payOut(_ id: String, by actor: BookingActor) async throws -> PayeeJob {
        let (account, call) = try await database.write { transaction -> (String?, ProcessorCall?) in
            var job = try transaction.existingJob(id)
            try job.request.check(actor, is: [job.request.asPayee, .platform], or: .unknownJob(id))
            if actor != .platform { try payees.admitted(job.request.payee, in: transaction) }
            let request = try payoutRequest(of: job, by: actor, in: transaction)
            if let refusal = request.refusal {
                let payee = refusal == .notConnected ? job.request.payee : nil
                throw PayeeError(refusal, job.statusClause, payee: payee)
            }
            if request.status == .processing { return (nil, nil) }
            if job.settlement == .released { return (job.account, nil) }
            job.releaseAt = job.releaseAt ?? clock.now()
            return (nil, try release(&job, in: transaction))
        }
        if let call, let refusal = try await payments.executeTolerantly([call]) {
            throw PayeeError(refusal)
        }
        if let account { _ = try await payees.payOutBalance(ofAccount: account) }
        return try await payeeJob(id)
    }

    private func payoutRequest(of job: BookingJob, by actor: BookingActor, in transaction: Transaction) throws
        -> PayoutRequest
    {
        var request = PayoutRequest()
        request.isCompleted = job.completedAt != nil
        request.isCancelled = job.cancelledAt != nil || job.settlement == .reversed
        request.payment = try transaction.payment(job.payment)?.state
        request.status = try shown([job], in: transaction)[0].payoutStatus
        request.isConnected = try transaction.payee(job.account)?.takesCharges == true
        request.isDisputed = job.isDisputed
        request.isApproved = actor == .platform || job.releaseAt != nil
        return request
    }
}
