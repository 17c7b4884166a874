import PaymentCore
public import Payees
public import TimeKit

/// What one unit of work can do for bookings.
public protocol BookingUnit: PayeeUnit, BookingRecords {}

/// Quotes and jobs.
public protocol BookingRecords {
    /// Keeps a quote: a new one, or its next state.
    func save(_ quote: BookingQuote) throws
    /// The quote of this id, or nil.
    func bookingQuote(_ id: String) throws -> BookingQuote?

    /// Keeps a job: a new one, or its next state; a second one of the same payment is refused.
    func save(_ job: BookingJob) throws
    /// The job of this id, or nil.
    func bookingJob(_ id: String) throws -> BookingJob?
    /// The job of this payment, or nil.
    func bookingJob(ofPayment payment: String) throws -> BookingJob?
    /// A payee's jobs, newest first, behind an id.
    func bookingJobs(ofPayee payee: String, behind id: String?, limit: Int) throws -> [BookingJob]
    /// The ids of jobs whose money was to be moved by then, by id, behind one.
    func bookingJobs(dueBy time: Timestamp, behind id: String, limit: Int) throws -> [String]
}

extension BookingRecords {
    func existingQuote(_ id: String) throws -> BookingQuote {
        if let quote = try bookingQuote(id) { return quote }
        throw BookingError(.quoteNotFound, String(id.prefix(40)))
    }

    func existingJob(_ id: String) throws -> BookingJob {
        if let job = try bookingJob(id) { return job }
        throw BookingError(.jobNotFound, String(id.prefix(40)))
    }
}

extension BookingUnit {
    /// Keeps a job, and what its payee has earned with it.
    func keep(_ job: BookingJob) throws {
        try save(job)
        guard let completed = job.completedAt else { return }
        try save(
            Earning(
                id: job.payment, job: job.id, payee: job.request.payee, address: job.request.knownAddress,
                amount: job.earned, completed: completed))
    }
}
