public import DatabaseKit
import Payees
import TimeKit

extension Transaction {
    /// Inserts or updates a quote.
    public func save(_ quote: BookingQuote) throws {
        changed(quote.id)
        try run(
            """
            INSERT INTO booking_quote (id, body) VALUES (?, ?)
            ON CONFLICT (id) DO UPDATE SET body = excluded.body
            """, [quote.id, document(quote)])
    }

    /// Returns the quote with this id, or nil.
    public func bookingQuote(_ id: String) throws -> BookingQuote? {
        try first("SELECT body FROM booking_quote WHERE id = ?", [id])
    }

    /// Inserts or updates a job.
    ///
    /// - Throws: A database error if the payment already has another job.
    public func save(_ job: BookingJob) throws {
        changed(job.id)
        try run(
            """
            INSERT INTO booking_job (id, payment, payee, due, body) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET due = excluded.due, body = excluded.body
            """, [job.id, job.payment, job.request.payee, job.dueAt, document(job)])
    }

    /// Returns the job with this id, or nil.
    public func bookingJob(_ id: String) throws -> BookingJob? {
        try first("SELECT body FROM booking_job WHERE id = ?", [id])
    }

    /// Returns the job of this payment, or nil.
    public func bookingJob(ofPayment payment: String) throws -> BookingJob? {
        try first("SELECT body FROM booking_job WHERE payment = ?", [payment])
    }

    /// Returns a page of a payee's jobs, newest first.
    ///
    /// - Parameter id: The id of the last job on the previous page, or nil for the first page.
    func bookingJobs(ofPayee payee: String, after id: String?, limit: Int) throws -> [BookingJob] {
        try all(
            "SELECT body FROM booking_job WHERE payee = ? AND id < ? ORDER BY id DESC LIMIT ?",
            [payee, id ?? "~", limit])
    }

    /// Returns the ids of jobs whose money is due at or before a given time, in ascending order. Only ids
    /// greater than `id` are returned.
    func bookingJobs(dueBy time: Timestamp, after id: String, limit: Int) throws -> [String] {
        try all(
            "SELECT id FROM booking_job WHERE due <= ? AND id > ? ORDER BY id LIMIT ?",
            [time, id, limit]
        ).map { $0["id"] }
    }
}
