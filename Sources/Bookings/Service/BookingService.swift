public import PaymentCore
public import TimeKit

/// Bookings, their payments and their jobs, over one place of units of work.
public struct BookingService<Units: UnitsOfWork>: Sendable where Units.Unit: BookingUnit {
    /// The money path that the payments take.
    public let payments: PaymentDriver<Units>
    /// What this installation decides.
    public let rules: BookingRules
    let clock: WallClock
    let ids: Identifiers

    /// A service on these parts.
    public init(
        payments: PaymentDriver<Units>, rules: BookingRules = BookingRules(), clock: WallClock,
        ids: Identifiers
    ) {
        self.payments = payments
        self.rules = rules
        self.clock = clock
        self.ids = ids
    }

    /// Where units of work are done.
    public var units: Units { payments.units }

    /// The job of this id, for whoever books, does or oversees it.
    ///
    /// - Throws: ``BookingError`` with code `jobNotFound` or `notYours`.
    public func job(_ id: String, for actor: BookingActor) async throws -> BookingJob {
        try await units.read { unit in
            let job = try unit.existingJob(id)
            try job.request.check(actor, is: [job.request.asPayer, job.request.asPayee, .platform])
            return job
        }
    }

    /// The quote of this id, for whoever books or oversees it.
    ///
    /// - Throws: ``BookingError`` with code `quoteNotFound` or `notYours`.
    public func quote(_ id: String, for actor: BookingActor) async throws -> BookingQuote {
        try await units.read { unit in
            let quote = try unit.existingQuote(id)
            try quote.request.check(actor, is: [quote.request.asPayer, .platform])
            return quote
        }
    }

    /// Where the payee's share of a job stands.
    public func payoutStatus(of job: BookingJob) async throws -> PayoutStatus {
        try await units.read { try payoutStatuses(of: [job], in: $0)[job.payment] ?? .pending }
    }

    /// One of a payee's jobs as the payee sees it.
    public func payeeJob(_ id: String) async throws -> PayeeJob {
        try await units.read { unit in
            let job = try unit.existingJob(id)
            return PayeeJob(job, try payoutStatuses(of: [job], in: unit)[job.payment] ?? .pending)
        }
    }

    /// A payee's jobs as the payee sees them, newest first, behind an id.
    ///
    /// - Throws: ``BookingError`` with code `profileNotFound`; `payoutsSetupRequired`.
    public func jobs(ofPayee profile: String, behind id: String? = nil, limit: Int = 100) async throws
        -> [PayeeJob]
    {
        try await units.read { unit in
            try checkSetup(of: unit.existingProfile(profile), in: unit)
            let jobs = try unit.bookingJobs(ofPayee: profile, behind: id, limit: max(0, limit))
            let statuses = try payoutStatuses(of: jobs, in: unit)
            return jobs.map { PayeeJob($0, statuses[$0.payment] ?? .pending) }
        }
    }

    /// An unknown outcome is not an error here: the call stays open until all is reconciled.
    ///
    /// - Returns: What the processor refused, or nil.
    @discardableResult func carryOn(_ call: ProcessorCall) async throws -> PaymentError? {
        var refusal: PaymentError?
        try await toleratingSilence { refusal = try await payments.deliver(call) }
        return refusal
    }

    func toleratingSilence(_ step: () async throws -> Void) async throws {
        do { try await step() } catch let error as PaymentError where error.code == .outcomeUnknown {}
    }
}
