import Bookings
import Documents
import Giving
import MoneyKit
import PaymentCore
import TextKit
import TimeKit

/// A job as the platform sees it, and where the payee's share stands.
struct ShownJob {
    let job: BookingJob
    let payout: PayoutStatus

    /// The document of `docs/json.md`.
    var document: JSONValue {
        [
            "object": "booking_job", "id": .string(job.id), "status": .string(job.status.rawValue),
            "quote": .string(job.quote), "payment": .string(job.payment),
            "payee": .string(job.request.payee), "payer_name": .string(job.request.payer.name),
            "payer_email": .string(job.request.payer.email), "title": .string(job.request.title),
            "address": JSONValue(job.request.address), "currency": .string(job.earned.currency.code),
            "price_minor": .int(Int(job.request.price.minorUnits)),
            "earned_minor": .int(Int(job.earned.minorUnits)), "refunded_minor": .int(Int(job.refundedMinor)),
            "payout_status": .string(payout.rawValue), "created": .string(job.created.iso8601),
            "completed": JSONValue(job.completedAt?.iso8601),
            "released": JSONValue(job.releaseAt?.iso8601), "cancelled": JSONValue(job.cancelledAt?.iso8601),
        ]
    }

    /// For a person.
    func text(style: Style) -> String {
        var rows = [
            ("job", job.id), ("status", job.status.word(style: style)),
            ("title", printable(job.request.title)),
            ("address", job.request.address.map { printable($0) } ?? "Unknown"), ("payee", job.request.payee),
            ("payer", printable("\(job.request.payer.name), \(job.request.payer.email)")),
            ("price", job.request.price.shown), ("payee receives", job.earned.shown),
        ]
        if job.refundedMinor > 0 {
            rows.append(("refunded", Money(job.refundedMinor, job.request.price.currency).shown))
        }
        if job.status != .refunded { rows.append(("payout", payout.word(style: style))) }
        if let completed = job.completedAt { rows.append(("completed", completed.iso8601)) }
        if let cancelled = job.cancelledAt { rows.append(("canceled", cancelled.iso8601)) }
        rows.append(("", TestMark.sentence))
        return columns(rows, style: style)
    }
}

extension BookingService {
    /// A job, for the platform.
    func shown(_ id: String) async throws -> ShownJob {
        let job = try await job(id, for: .platform)
        return ShownJob(job: job, payout: try await payeeJob(id).payoutStatus)
    }
}

extension BookingJob.Status {
    /// Told apart without colour, too.
    func word(style: Style) -> String {
        let word: String = self.word
        return switch self {
        case .confirmed: style.green("● \(word)")
        case .completed: style.green("✓ \(word)")
        case .disputed: style.red("! \(word)")
        case .cancelled: "× \(word)"
        case .refunded: "× \(word)"
        }
    }
}

extension PayoutStatus {
    /// Told apart without colour, too.
    func word(style: Style) -> String {
        switch self {
        case .pending: "○ pending"
        case .processing: style.yellow("◔ processing")
        case .paid: style.green("✓ paid")
        case .failed: style.red("! failed")
        }
    }
}
