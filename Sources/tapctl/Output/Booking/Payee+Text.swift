import Bookings
import Documents
import Giving
import MoneyKit
import Payees
import PaymentCore
import TimeKit

extension PayeeJob {
    /// A line for each.
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
    /// A line for each.
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
    /// One line per month, and the total.
    func text(style: Style) -> String {
        let head = columns(
            [
                ("payee", printable(payee.name)), ("year", "\(year), by the clock of \(payee.timeZone)"),
                ("as of", asOf.iso8601),
            ], style: style)
        let rows = months.map { month in
            ["\(year)-\(month.number < 10 ? "0" : "")\(month.number)", "\(month.jobs)", month.earned.shown]
        }
        let sums = tapctl.table(
            [["month", "jobs", "earned"]] + rows + [["in all", "\(jobs)", total.shown]],
            numbers: ["jobs", "earned"], style: style)
        return "\(head)\n\n\(sums)\n\n\(TestMark.sentence)"
    }
}

extension Earnings {
    /// Lines of a label and a value for a person.
    var lines: [(label: String, value: String)] {
        [
            ("today", today.shown), ("this week", week.shown), ("this month", month.shown),
            ("last 7 days", last7Days.shown), ("last 30 days", last30Days.shown), ("in all", total.shown),
            ("", TestMark.sentence),
        ]
    }
}
