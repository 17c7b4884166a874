import Bookings
import Documents
import Giving
import MoneyKit
import Payees
import PaymentCore
import TextKit
import TimeKit

extension BookingQuoteDetails {
    /// Returns the quote as human-readable text.
    func text(style: Style) -> String {
        var rows = [
            ("quote", quote.id), ("status", status.replacing("_", with: " ")),
            ("title", printable(quote.request.title)),
            ("address", quote.request.address.map { printable($0) } ?? "Unknown"),
            ("payer", printable("\(quote.request.payer.name), \(quote.request.payer.email)")),
            ("payer pays", quote.quote.total.shown), ("platform fee", quote.quote.applicationFee.shown),
            ("payee receives", quote.quote.payeeNet.shown),
        ]
        if let payment { rows.append(("payment", payment.id)) }
        if let job {
            rows.append(("job", job.id))
        } else if status == "open" {
            rows.append(("pay until", quote.expires.iso8601))
        }
        rows.append(("", TestMark.sentence))
        return columns(rows, style: style)
    }
}

extension BookingJobDetails {
    /// Returns the job as human-readable text.
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
    /// Returns the job's status with a symbol, in color if the style has colors.
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

extension PayeeDetails {
    static func table(_ payees: [PayeeDetails], style: Style) -> String {
        tapctl.table(
            [["payee", "name", "organization", "time zone", "payouts"]]
                + payees.map { payee in
                    [
                        payee.profile.id, printable(payee.profile.name), payee.profile.org ?? "-",
                        payee.profile.timeZone, payee.onboarding.word(style: style),
                    ]
                }, shrinking: ["name"], style: style)
    }

    /// Returns the payee as human-readable text.
    func text(style: Style) -> String {
        var rows = [
            ("payee", profile.id), ("name", printable(profile.name)), ("time zone", profile.timeZone),
            ("payouts", onboarding.word(style: style)),
        ]
        if onboarding != .active { rows.append(("next", "`tapctl booking onboard \(profile.id)`")) }
        return columns(rows, style: style)
    }
}

extension OnboardingStatus {
    /// Returns the status of a payee's onboarding with a symbol, and the reason if onboarding failed.
    fileprivate func word(style: Style) -> String {
        switch self {
        case .loading, .notSetUp: "○ \(label)"
        case .pendingVerification: style.yellow("◔ \(label)")
        case .active: style.green("● \(label)")
        case .failed(let why): style.red("! \(label): \(why)")
        }
    }
}

extension PayeeJob {
    /// Returns a table with one line per job.
    static func table(_ jobs: [PayeeJob], style: Style) -> String {
        tapctl.table(
            [["job", "title", "address", "you get", "status", "payout"]]
                + jobs.map { job in
                    [
                        job.id, printable(job.title), printable(job.address), job.amount.shown,
                        job.status.word(style: style), job.payoutStatus.word(style: style),
                    ]
                }, numbers: ["you get"], shrinking: ["title", "address"], style: style)
    }
}

extension EarningEntry {
    /// Returns a table with one line per earning.
    static func table(_ entries: [EarningEntry], style: Style) -> String {
        tapctl.table(
            [["date", "job", "address", "amount", "payout"]]
                + entries.map { entry in
                    [
                        entry.date, entry.job, printable(entry.address), entry.amount.shown,
                        entry.payoutStatus.word(style: style),
                    ]
                }, numbers: ["amount"], shrinking: ["address"], style: style)
    }
}

extension EarningsYear {
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
    var lines: [(label: String, value: String)] {
        [
            ("today", today.shown), ("this week", week.shown), ("this month", month.shown),
            ("last 7 days", last7Days.shown), ("last 30 days", last30Days.shown), ("total", total.shown),
            ("", TestMark.sentence),
        ]
    }
}
