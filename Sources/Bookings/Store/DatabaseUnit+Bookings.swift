// The methods are documented where they are promised, in `BookingUnit.swift`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import DatabaseKit
import GRDB
public import MoneyKit
public import PaymentCore
public import TimeKit

extension DatabaseUnit: BookingUnit {}

extension DatabaseUnit: BookingRecords {
    public func save(_ profile: BookingProfile) throws {
        try run(
            """
            INSERT INTO booking_profile (id, body) VALUES (?, ?)
            ON CONFLICT (id) DO UPDATE SET body = excluded.body
            """, [profile.id, try document(profile)])
    }

    public func bookingProfile(_ id: String) throws -> BookingProfile? {
        try first(BookingProfile.self, "SELECT body FROM booking_profile WHERE id = ?", [id])
    }

    public func save(_ quote: BookingQuote) throws {
        try run(
            """
            INSERT INTO booking_quote (id, body) VALUES (?, ?)
            ON CONFLICT (id) DO UPDATE SET body = excluded.body
            """, [quote.id, try document(quote)])
    }

    public func bookingQuote(_ id: String) throws -> BookingQuote? {
        try first(BookingQuote.self, "SELECT body FROM booking_quote WHERE id = ?", [id])
    }

    public func save(_ job: BookingJob) throws {
        try run(
            """
            INSERT INTO booking_job (id, payment, payee, currency, completed, earned, due, body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET completed = excluded.completed, earned = excluded.earned,
              due = excluded.due, body = excluded.body
            """,
            [
                job.id, job.payment, job.request.payee, job.earned.currency.code,
                job.cancelledAt == nil ? job.completedAt?.seconds : nil, job.earnedMinor, job.dueAt?.seconds,
                try document(job),
            ])
    }

    public func bookingJob(_ id: String) throws -> BookingJob? {
        try first(BookingJob.self, "SELECT body FROM booking_job WHERE id = ?", [id])
    }

    public func bookingJob(ofPayment payment: String) throws -> BookingJob? {
        try first(BookingJob.self, "SELECT body FROM booking_job WHERE payment = ?", [payment])
    }

    public func bookingJobs(ofPayee payee: String?, behind id: String?, limit: Int) throws -> [BookingJob] {
        let condition = payee == nil ? "" : "payee = ? AND"
        let arguments: StatementArguments = payee.map { [$0] } ?? []
        return try all(
            BookingJob.self,
            "SELECT body FROM booking_job WHERE \(condition) id < ? ORDER BY id DESC LIMIT ?",
            arguments + [id ?? "~", limit])
    }

    public func completedJobs(ofPayee payee: String) throws -> Int {
        let row = try first(
            "SELECT count(*) FROM booking_job WHERE payee = ? AND completed IS NOT NULL", [payee])
        return row?[0] ?? 0
    }

    public func bookingJobs(dueBy time: Timestamp, behind id: String, limit: Int) throws -> [String] {
        try all(
            "SELECT id FROM booking_job WHERE due <= ? AND id > ? ORDER BY id LIMIT ?",
            [time.seconds, id, limit]
        ).map { $0["id"] }
    }

    public func earnedMinor(by payee: String, in period: Range<Timestamp>, _ currency: Currency) throws
        -> Int64
    {
        let row = try first(
            """
            SELECT coalesce(sum(earned), 0) FROM booking_job
            WHERE payee = ? AND completed >= ? AND completed < ? AND currency = ?
            """, [payee, period.lowerBound.seconds, period.upperBound.seconds, currency.code])
        return row?[0] ?? 0
    }

    public func earnings(by payee: String, in period: Range<Timestamp>, behind job: String?, limit: Int)
        throws -> [BookingJob]
    {
        let last = try job.flatMap { try bookingJob($0) }
        return try all(
            BookingJob.self,
            """
            SELECT body FROM booking_job
            WHERE payee = ? AND completed >= ? AND completed < ? AND earned > 0 AND (completed, id) < (?, ?)
            ORDER BY completed DESC, id DESC LIMIT ?
            """,
            [
                payee, period.lowerBound.seconds, period.upperBound.seconds,
                last?.completedAt?.seconds ?? Int64.max, last?.id ?? "~", limit,
            ])
    }
}
