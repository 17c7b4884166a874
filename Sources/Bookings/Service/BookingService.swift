public import Payees
public import PaymentCore
import TimeKit

/// Bookings, their payments and their jobs, over one place of units of work.
public struct BookingService<Units: UnitsOfWork>: Sendable where Units.Unit: BookingUnit {
    /// Who does the work, and is paid for it.
    public let payees: PayeeDesk<Units>
    /// What this installation decides.
    public let rules: BookingRules

    /// A service on these parts.
    public init(payees: PayeeDesk<Units>, rules: BookingRules = BookingRules()) {
        self.payees = payees
        self.rules = rules
    }

    /// Where units of work are done.
    public var units: Units { payees.units }
    /// The money path that the payments take.
    public var payments: PaymentDriver<Units> { payees.payments }
    var clock: WallClock { payees.clock }
    var ids: Identifiers { payees.ids }

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

    /// One of a payee's jobs as the payee sees it.
    public func payeeJob(_ id: String) async throws -> PayeeJob {
        try await units.read { try shown([$0.existingJob(id)], in: $0)[0] }
    }

    /// A payee's jobs as the payee sees them, newest first, behind an id.
    ///
    /// - Throws: `PayeeError` with code `profileNotFound`; `payoutsSetupRequired`.
    public func jobs(ofPayee payee: String, behind id: String? = nil, limit: Int = 100) async throws
        -> [PayeeJob]
    {
        try await units.read { unit in
            try payees.admitted(payee, in: unit)
            return try shown(unit.bookingJobs(ofPayee: payee, behind: id, limit: max(0, limit)), in: unit)
        }
    }

    /// Jobs as their payee sees them.
    func shown(_ jobs: [BookingJob], in unit: Units.Unit) throws -> [PayeeJob] {
        let statuses = try unit.payoutStatuses(of: jobs.compactMap { try unit.payment($0.payment) })
        return jobs.map { PayeeJob($0, statuses[$0.payment] ?? .pending) }
    }
}
