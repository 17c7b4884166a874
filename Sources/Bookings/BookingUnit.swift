public import MoneyKit
public import PaymentCore
public import TimeKit

/// What one unit of work can do for bookings.
public protocol BookingUnit: PaymentUnit, BookingRecords {}

/// Quotes, jobs, and who does them.
public protocol BookingRecords {
    /// Keeps a profile: a new one, or its next state.
    func save(_ profile: BookingProfile) throws
    /// The profile of this id, or nil.
    func bookingProfile(_ id: String) throws -> BookingProfile?

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
    /// Newest first, behind an id; of one payee, or of all.
    func bookingJobs(ofPayee payee: String?, behind id: String?, limit: Int) throws -> [BookingJob]
    /// How many jobs a payee has completed.
    func completedJobs(ofPayee payee: String) throws -> Int
    /// The ids of jobs whose money was to be moved by then, by id, behind one.
    func bookingJobs(dueBy time: Timestamp, behind id: String, limit: Int) throws -> [String]

    /// What a payee has earned with jobs that were completed in a period, in minor units.
    func earnedMinor(by payee: String, in period: Range<Timestamp>, _ currency: Currency) throws -> Int64
    /// Completed jobs of a period with which a payee has earned something, the newest first, behind one of them.
    func earnings(by payee: String, in period: Range<Timestamp>, behind job: String?, limit: Int) throws
        -> [BookingJob]
}

extension BookingRecords {
    func existingProfile(_ id: String) throws -> BookingProfile {
        guard let profile = try bookingProfile(id) else {
            throw BookingError(.profileNotFound, String(id.prefix(40)))
        }
        return profile
    }

    func existingQuote(_ id: String) throws -> BookingQuote {
        guard let quote = try bookingQuote(id) else {
            throw BookingError(.quoteNotFound, String(id.prefix(40)))
        }
        return quote
    }

    func existingJob(_ id: String) throws -> BookingJob {
        guard let job = try bookingJob(id) else { throw BookingError(.jobNotFound, String(id.prefix(40))) }
        return job
    }
}
