public import DatabaseKit
public import Payees
public import PaymentCore
import TimeKit

/// A service that manages the bookings in one database, including their payments and jobs.
public struct BookingService: Sendable {
    /// The service that manages the payees.
    public let payees: PayeeService
    /// The installation's settings for bookings.
    public let rules: BookingRules

    /// Creates a service.
    ///
    /// - Parameter payees: The service that manages the payees.
    public init(payees: PayeeService, rules: BookingRules = BookingRules()) {
        self.payees = payees
        self.rules = rules
    }

    /// The database that contains the bookings, payees and payments.
    public var database: any TransactionRunner { payees.database }
    /// The driver that carries out the payments.
    public var payments: PaymentDriver { payees.payments }
    var clock: WallClock { payees.clock }
    var ids: Identifiers { payees.ids }

    /// Returns a job if the actor is its payer, its payee or the platform.
    ///
    /// - Throws: ``BookingError`` with code `jobNotFound`.
    public func job(_ id: String, for actor: BookingActor) async throws -> BookingJob {
        try await database.read { transaction in
            let job = try transaction.existingJob(id)
            try job.request.check(
                actor, is: [job.request.asPayer, job.request.asPayee, .platform], or: .unknownJob(id))
            return job
        }
    }

    /// Returns a quote if the actor is its payer or the platform.
    ///
    /// - Throws: ``BookingError`` with code `quoteNotFound` or `notYours`.
    public func quote(_ id: String, for actor: BookingActor) async throws -> BookingQuote {
        try await database.read { transaction in
            let quote = try transaction.existingQuote(id)
            try quote.request.check(
                actor, is: [quote.request.asPayer, .platform], or: .unknownQuote(id))
            return quote
        }
    }

    /// Returns a job as the payee sees it.
    ///
    /// - Throws: ``BookingError`` with code `jobNotFound`.
    public func payeeJob(_ id: String) async throws -> PayeeJob {
        try await database.read { try shown([$0.existingJob(id)], in: $0)[0] }
    }

    /// Returns a page of a payee's jobs as the payee sees them, newest first.
    ///
    /// - Parameter id: The id of the last job on the previous page, or nil for the first page.
    /// - Throws: `PayeeError` with code `profileNotFound` or `payoutsSetupRequired`.
    public func jobs(ofPayee payee: String, after id: String? = nil, limit: Int = 100) async throws
        -> [PayeeJob]
    {
        try await database.read { transaction in
            try payees.admitted(payee, in: transaction)
            return try shown(
                transaction.bookingJobs(ofPayee: payee, after: id, limit: max(0, limit)), in: transaction)
        }
    }

    /// Returns the given jobs as the payees see them.
    func shown(_ jobs: [BookingJob], in transaction: Transaction) throws -> [PayeeJob] {
        let statuses = try transaction.payoutStatuses(
            of: jobs.compactMap { try transaction.payment($0.payment) })
        return jobs.map { PayeeJob($0, statuses[$0.payment] ?? .pending) }
    }
}
