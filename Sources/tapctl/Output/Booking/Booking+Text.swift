import Bookings
import Documents
import Giving
import MoneyKit
import Payees
import PaymentCore
import TextKit
import TimeKit

extension BookingQuoteDetails: CommandResult {
    /// Returns the quote as human-readable text.
    func text(style: Style) -> String {
        let rows = labeled([
            "quote": quote.id, "status": status.replacing("_", with: " "),
            "title": printable(quote.request.title),
            "address": quote.request.address.map { printable($0) } ?? "Unknown",
            "payer": printable("\(quote.request.payer.name), \(quote.request.payer.email)"),
            "payer pays": quote.quote.total.shown, "platform fee": quote.quote.applicationFee.shown,
            "payee receives": quote.quote.payeeNet.shown, "payment": payment?.id, "job": job?.id,
            "pay until": job == nil && status == "open" ? quote.expires.iso8601 : nil,
            "": TestMark.sentence,
        ])
        return columns(rows, style: style)
    }
}

extension BookingJobDetails: CommandResult {
    /// Returns the job as human-readable text.
    func text(style: Style) -> String {
        let request = job.request
        let refunded = Money(job.refundedMinor, request.price.currency)
        let rows = labeled([
            "job": job.id, "status": job.status.word(style: style), "title": printable(request.title),
            "address": request.address.map { printable($0) } ?? "Unknown", "payee": request.payee,
            "payer": printable("\(request.payer.name), \(request.payer.email)"),
            "price": request.price.shown, "payee receives": job.earned.shown,
            "refunded": job.refundedMinor > 0 ? refunded.shown : nil,
            "payout": job.status == .refunded ? nil : payout.word(style: style),
            "completed": job.completedAt?.iso8601, "canceled": job.cancelledAt?.iso8601,
            "": TestMark.sentence,
        ])
        return columns(rows, style: style)
    }
}

extension BookingJob.Status {
    /// Returns the job's status with a symbol, in color if the style has colors.
    func word(style: Style) -> String {
        let word: String = self.word
        return switch self {
        case .confirmed: style.green("● \(word)")
        case .completed: style.green("✓ \(word)")
        case .disputed: style.red("! \(word)")
        case .cancelled, .refunded: "× \(word)"
        }
    }
}

extension PayoutStatus {
    /// Returns the payout's status with a symbol, in color if the style has colors.
    func word(style: Style) -> String {
        switch self {
        case .pending: "○ pending"
        case .processing: style.yellow("◔ processing")
        case .paid: style.green("✓ paid")
        case .failed: style.red("! failed")
        }
    }
}

extension PayeeDetails: CommandResult {
    /// Returns the payee as human-readable text.
    func text(style: Style) -> String {
        let rows = labeled([
            "payee": profile.id, "name": printable(profile.name), "time zone": profile.timeZone,
            "payouts": onboarding.word(style: style),
            "next": onboarding == .active ? nil : "`tapctl booking onboard \(profile.id)`",
        ])
        return columns(rows, style: style)
    }
}

extension OnboardingStatus {
    /// Returns the status of a payee's onboarding with a symbol, and the reason if onboarding failed.
    func word(style: Style) -> String {
        switch self {
        case .loading, .notSetUp: "○ \(label)"
        case .pendingVerification: style.yellow("◔ \(label)")
        case .active: style.green("● \(label)")
        case .failed(let why): style.red("! \(label): \(why)")
        }
    }
}

extension EarningsYear: CommandResult {
    /// Returns a year's earnings as human-readable text: one line per month, and the total.
    func text(style: Style) -> String {
        let head = columns(
            [
                ("payee", printable(payee.name)), ("year", "\(year), in the time zone \(payee.timeZone)"),
                ("as of", asOf.iso8601),
            ], style: style)
        let rows = months.map { month in
            ["\(year)-\(month.number < 10 ? "0" : "")\(month.number)", "\(month.jobs)", month.earned.shown]
        }
        let sums = tapctl.table(
            [["month", "jobs", "earned"]] + rows + [["total", "\(jobs)", total.shown]],
            numbers: ["jobs", "earned"], style: style)
        return "\(head)\n\n\(sums)\n\n\(TestMark.sentence)"
    }
}

extension Earnings {
    /// The totals of a payee's earnings as human-readable lines, each with a label and a value.
    var lines: [LabeledLine] {
        [
            ("today", today.shown), ("this week", week.shown), ("this month", month.shown),
            ("last 7 days", last7Days.shown), ("last 30 days", last30Days.shown), ("total", total.shown),
            ("", TestMark.sentence),
        ]
    }
}
