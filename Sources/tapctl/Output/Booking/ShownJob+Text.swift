import Bookings
import Documents
import Giving
import MoneyKit
import PaymentCore
import TextKit
import TimeKit

extension ShownJob {
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
