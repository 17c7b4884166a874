import ArgumentParser
import DataFolderKit
import Documents
import MoneyKit
import Payees
import PaymentCore
import TimeKit

/// `tapctl earnings`: shows a payee's earnings from completed jobs.
struct EarningsCommand: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "earnings", abstract: "Show a payee's earnings from completed jobs.",
        discussion: """
            EXAMPLES:
              tapctl earnings drv_01jd3x0...
              tapctl earnings drv_01jd3x0... --list --period month
              tapctl earnings drv_01jd3x0... --list --since 2026-01-01 --until 2026-01-31
              tapctl earnings drv_01jd3x0... --year 2026

            Today, this week and this month begin in the payee's time zone; 7 and 30 days
            are counted back from now. Earnings are the payee's share, less refunds.
            """)

    @Argument(help: "The payee's id.")
    var payee: String

    @Flag(help: "List the jobs, newest first.")
    var list = false

    @Option(help: "The period to list: today, week, month, 7d, 30d or all.")
    var period: EarningsPeriod?

    @Option(help: "Show the totals of the given year, by month.")
    var year: Int?

    @Option(help: ArgumentHelp("The currency of the totals.", valueName: "code"))
    var currency = "usd"

    @OptionGroup var days: DayOptions
    @OptionGroup var page: PageOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        let isLimited = days.since != nil || days.until != nil
        if !list, period != nil || isLimited || page.after != nil || page.limit != nil {
            throw ValidationError("--period, --since, --until, --after and --limit need --list.")
        }
        if isLimited, period != nil { throw ValidationError("Use either --period, or --since and --until.") }
        if list, year != nil { throw ValidationError("Use either --list or --year.") }
        if let year, LocalPeriod.year(year) == nil {
            throw ValidationError("--year must be between 1 and 9998.")
        }
        try (1...100).validate(page.limit, of: "--limit")
    }

    func run() async throws {
        let currency = try Currency(typed: currency)
        if let year {
            let report = try await data.withData(needsProcessor: false) { data in
                try await data.toldPayees.earnings(of: payee, inYear: year, currency)
            }
            return try output.print(report)
        }
        guard list else {
            let earnings = try await data.withData(needsProcessor: false) { data in
                try await data.toldPayees.earnings(of: payee, in: currency)
            }
            return try output.printColumns(earnings.document(of: payee)) { _ in earnings.lines }
        }
        let found = try await data.withData(needsProcessor: false) { data in
            let payees = data.products.payees
            let cursor = try await data.read { transaction in
                let account = try payees.admitted(payee, in: transaction).account
                return try page.cursor { id in
                    try account.map { try transaction.payment(id)?.payee == $0 } ?? false
                }
            }
            return try await data.toldPayees.history(of: payee, in: wanted, after: cursor, limit: page.size)
        }
        try output.print(
            list: found.entries, hasMore: found.next != nil, document: \.document,
            none: emptyText("no earnings in the selected period", of: "earnings", filters: [page.after])
        ) { style in
            table(
                [["date", "job", "address", "amount", "payout"]]
                    + found.entries.map { entry in
                        [
                            entry.date, entry.job, printable(entry.address), entry.amount.shown,
                            entry.payoutStatus.word(style: style),
                        ]
                    }, numbers: ["amount"], shrinking: ["address"], style: style)
        }
        if let next = found.next { output.reportMore(shown: found.entries.count, after: next) }
    }

    private var wanted: LocalPeriod {
        guard days.since != nil || days.until != nil else { return (period ?? .all).period }
        // The options have already checked that the days are in order.
        return .days(from: days.since, through: days.until) ?? .allTime
    }
}

extension EarningsPeriod: ExpressibleByArgument {}
