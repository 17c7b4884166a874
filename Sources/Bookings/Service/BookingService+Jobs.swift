public import PaymentCore
import TimeKit

extension BookingService {
    /// The work of a job is done: its money goes to the payee, or waits for the platform, as the rule says.
    ///
    /// - Throws: ``BookingError``: `jobNotFound`, `notYours`, `payoutsSetupRequired`; `wrongState` where it was done
    ///   before, or ended.
    public func complete(_ job: String, by actor: BookingActor) async throws -> BookingJob {
        try await units.write { try complete(job, by: actor, in: $0) }
        try await settle(job)
        return try await units.read { try $0.existingJob(job) }
    }

    /// The work of a job is done, within a unit of work: ``settle(_:)`` moves its money behind it.
    public func complete(_ job: String, by actor: BookingActor, in unit: Units.Unit) throws {
        var job = try unit.existingJob(job)
        try job.request.check(actor, is: [job.request.asPayee, .platform])
        if actor != .platform { try checkSetup(of: unit.existingProfile(job.request.payee), in: unit) }
        guard job.completedAt == nil, job.status == .confirmed || job.status == .disputed else {
            throw BookingError(.wrongState, "the job is \(job.status.rawValue)")
        }
        let before = try unit.completedJobs(ofPayee: job.request.payee)
        job.completedAt = clock.now()
        if rules.release.releasesByItself(completedBefore: before) { job.releaseAt = job.completedAt }
        try unit.save(job)
    }

    /// A job is ended, and all of its money goes back to the payer; what the payee has of it is taken back.
    ///
    /// - Throws: ``BookingError``: `jobNotFound`, `notYours`: once the work is done it is the platform's alone;
    ///   `disputed`; `wrongState` where it is ended, or its money is on the way to the payee.
    public func cancel(_ job: String, by actor: BookingActor) async throws -> BookingJob {
        try await units.write { try cancel(job, by: actor, in: $0) }
        try await settle(job)
        return try await units.read { try $0.existingJob(job) }
    }

    /// A job is ended, within a unit of work: ``settle(_:)`` moves its money behind it.
    public func cancel(_ job: String, by actor: BookingActor, in unit: Units.Unit) throws {
        var job = try unit.existingJob(job)
        try job.request.check(
            actor, is: job.completedAt == nil ? [job.request.asPayer, .platform] : [.platform])
        guard job.status != .disputed else { throw BookingError(.disputed) }
        guard job.status == .confirmed || job.status == .completed, job.settlement != .transferring else {
            throw BookingError(.wrongState, "the job is \(job.status.rawValue)")
        }
        job.cancelledAt = clock.now()
        job.releaseAt = nil
        try unit.save(job)
    }

    /// Moves all money that is due: what a crash, a silent processor or an account that was not set up has left.
    ///
    /// It is called from time to time, and after `reconcile`; called twice it moves nothing twice.
    ///
    /// - Returns: How many jobs were looked at.
    @discardableResult public func settleDue() async throws -> Int {
        let now = clock.now()
        var (last, count) = ("", 0)
        while true {
            let due = try await units.read { [last] in
                try $0.bookingJobs(dueBy: now, behind: last, limit: 100)
            }
            for id in due { try await settle(id) }
            guard let end = due.last else { return count }
            (last, count) = (end, count + due.count)
        }
    }

    /// Moves what is due of a job. A refusal leaves the money held, and shows as a payout that failed.
    public func settle(_ id: String) async throws {
        let now = clock.now()
        let (account, call) = try await units.write { unit -> (String, ProcessorCall?) in
            var job = try unit.existingJob(id)
            guard let due = job.dueAt, due <= now else { return (job.account, nil) }
            let call =
                job.cancelledAt == nil
                ? try release(&job, in: unit) : try giveBack(job, in: unit)
            return (job.account, call)
        }
        guard let call else { return }
        try await carryOn(call)
        // What went back of what the payee has already is taken from its account.
        try await payments.collectSoon(from: account)
    }

    private func giveBack(_ job: BookingJob, in unit: Units.Unit) throws -> ProcessorCall? {
        // The payer's bank did not take it, or it is asked for already: a person looks, or nothing is left to do.
        guard try unit.refunds(ofPayment: job.payment).isEmpty,
            try unit.disputes(ofPayment: job.payment).allSatisfy({ $0.state != .lost })
        else { return nil }
        return try payments.beginRefund(of: job.payment, amountMinor: nil, reason: nil, in: unit).1
    }

    /// Asks for the release of what is held; nothing where the payee's account takes no money yet.
    func release(_ job: inout BookingJob, in unit: Units.Unit) throws -> ProcessorCall? {
        guard try unit.payee(job.account)?.takesCharges == true else { return nil }
        let call: ProcessorCall
        do { call = try payments.beginRelease(of: job.payment, in: unit).1 } catch let error as PaymentError
            where error.code == .releaseTooLarge
        {
            // All that is held is on its way back.
            return nil
        }
        if let payment = try unit.payment(job.payment) { job.take(payment) }
        try unit.save(job)
        return call
    }
}
