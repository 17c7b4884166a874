public import DatabaseKit
public import Payees
public import PaymentCore
import TimeKit

/// Bookings, their payments and their jobs, over one place of transactions.
public struct BookingService: Sendable {
    /// Who does the work, and is paid for it.
    public let payees: PayeeService
    /// What this installation decides.
    public let rules: BookingRules

    /// A service on these parts.
    public init(payees: PayeeService, rules: BookingRules = BookingRules()) {
        self.payees = payees
        self.rules = rules
    }

    /// Where transactions are done.
    public var database: any TransactionRunner { payees.database }
    /// The money path that the payments take.
    public var payments: PaymentDriver { payees.payments }
    var clock: WallClock { payees.clock }
    var ids: Identifiers { payees.ids }

    /// The job of this id, for whoever books, does or oversees it.
    ///
    /// - Throws: ``BookingError`` with code `jobNotFound` or `notYours`.
    public func job(_ id: String, for actor: BookingActor) async throws -> BookingJob {
        try await database.read { transaction in
            let job = try transaction.existingJob(id)
            try job.request.check(actor, is: [job.request.asPayer, job.request.asPayee, .platform])
            return job
        }
    }

    /// The quote of this id, for whoever books or oversees it.
    ///
    /// - Throws: ``BookingError`` with code `quoteNotFound` or `notYours`.
    public func quote(_ id: String, for actor: BookingActor) async throws -> BookingQuote {
        try await database.read { transaction in
            let quote = try transaction.existingQuote(id)
            try quote.request.check(actor, is: [quote.request.asPayer, .platform])
            return quote
        }
    }

    /// One of a payee's jobs as the payee sees it.
    public func payeeJob(_ id: String) async throws -> PayeeJob {
        try await database.read { try shown([$0.existingJob(id)], in: $0)[0] }
    }

    /// A payee's jobs as the payee sees them, newest first, behind an id.
    ///
    /// - Throws: `PayeeError` with code `profileNotFound`; `payoutsSetupRequired`.
    public func jobs(ofPayee payee: String, after id: String? = nil, limit: Int = 100) async throws
        -> [PayeeJob]
    {
        try await database.read { transaction in
            try payees.admitted(payee, in: transaction)
            return try shown(
                transaction.bookingJobs(ofPayee: payee, after: id, limit: max(0, limit)), in: transaction)
        }
    }

    /// Jobs as their payee sees them.
    func shown(_ jobs: [BookingJob], in transaction: Transaction) throws -> [PayeeJob] {
        let statuses = try transaction.payoutStatuses(
            of: jobs.compactMap { try transaction.payment($0.payment) })
        return jobs.map { PayeeJob($0, statuses[$0.payment] ?? .pending) }
    }
}
