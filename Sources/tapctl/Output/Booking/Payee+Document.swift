import Bookings
import Documents
import Giving
import MoneyKit
import Payees
import PaymentCore
import TimeKit

// What a payee sees: its own share, and neither the price nor the platform's part of it.

extension PayeeJob {
    /// The document of `docs/json.md`.
    var document: JSONValue {
        [
            "object": "job", "id": .string(id), "title": .string(title), "address": .string(address),
            "status": .string(status.rawValue), "amount_minor": .int(Int(amount.minorUnits)),
            "currency": .string(amount.currency.code), "payout_status": .string(payoutStatus.rawValue),
        ]
    }

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
    /// The document of `docs/json.md`.
    var document: JSONValue {
        [
            "object": "earning", "id": .string(id), "job_id": .string(job), "address": .string(address),
            "amount_minor": .int(Int(amount.minorUnits)), "currency": .string(amount.currency.code),
            "date": .string(date), "payout_status": .string(payoutStatus.rawValue),
        ]
    }

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
    /// The document of `docs/json.md`.
    var document: JSONValue {
        [
            "object": "earnings_year", "payee": .string(payee.id), "name": .string(payee.name),
            "year": .int(year), "time_zone": .string(payee.timeZone),
            "currency": .string(total.currency.code),
            "months": .array(
                months.map { month in
                    [
                        "month": .int(month.number), "jobs": .int(month.jobs),
                        "earned_minor": .int(Int(month.earned.minorUnits)),
                    ]
                }),
            "jobs": .int(jobs), "earned_minor": .int(Int(total.minorUnits)), "as_of": .string(asOf.iso8601),
        ]
    }

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
    /// The document of `docs/json.md`.
    func document(of payee: String) -> JSONValue {
        func minor(_ sum: Money) -> JSONValue { .int(Int(sum.minorUnits)) }
        return [
            "object": "earnings", "payee": .string(payee), "currency": .string(total.currency.code),
            "earnings_today_minor": minor(today), "earnings_week_minor": minor(week),
            "earnings_month_minor": minor(month), "earnings_7d_minor": minor(last7Days),
            "earnings_30d_minor": minor(last30Days), "total_earnings_minor": minor(total),
        ]
    }

    /// Lines of a label and a value for a person.
    var lines: [(label: String, value: String)] {
        [
            ("today", today.shown), ("this week", week.shown), ("this month", month.shown),
            ("last 7 days", last7Days.shown), ("last 30 days", last30Days.shown), ("in all", total.shown),
            ("", TestMark.sentence),
        ]
    }
}
