import Giving
import MoneyKit
import TimeKit

/// The totals for this month so far, for the same days of last month, and for the same days of this month
/// last year.
struct MonthToDate: Hashable {
    /// The first days of a month, with the totals of the gifts on these days.
    struct Period: Hashable {
        let days: ClosedRange<CalendarDate>
        /// The totals by fund and currency, minus refunds.
        let totals: [FundTotal]

        func sum(in currency: Currency) throws -> Money {
            try totals.sum(in: currency)
        }

        func gifts(in currency: Currency) -> Int {
            totals.filter { $0.amount.currency == currency }.gifts
        }
    }

    let current: Period
    let lastMonth: Period
    let lastYear: Period

    /// Creates the totals for the month that contains `today`.
    ///
    /// - Parameter totals: Returns the totals by fund and currency for a range of days.
    init(upTo today: CalendarDate, _ totals: (ClosedRange<CalendarDate>) throws -> [FundTotal]) rethrows {
        func period(monthsEarlier months: Int) throws -> Period {
            let days = Self.days(upTo: today, monthsEarlier: months)
            return Period(days: days, totals: try totals(days))
        }
        current = try period(monthsEarlier: 0)
        lastMonth = try period(monthsEarlier: 1)
        lastYear = try period(monthsEarlier: 12)
    }

    /// Returns the days from the first of an earlier month to the day with the same number as `today`. If the
    /// earlier month is too short, returns all of its days.
    static func days(upTo today: CalendarDate, monthsEarlier months: Int) -> ClosedRange<CalendarDate> {
        let last = today.adding(months: -months)
        return CalendarMonth(of: last).first...last
    }

    /// Returns the currencies of the totals, with the organization's own currency first if it is one of them.
    /// If there are no totals, returns only the organization's own currency.
    func currencies(own: Currency) -> [Currency] {
        let found = Set([current, lastMonth, lastYear].flatMap(\.totals).map(\.amount.currency))
        guard !found.isEmpty else { return [own] }
        return found.sorted { ($0 == own ? "" : $0.code) < ($1 == own ? "" : $1.code) }
    }
}

/// A fund's total, as a bar in a chart.
struct FundBar: Hashable {
    let name: String
    let amount: Money

    /// The number of funds that are listed before the remaining funds are combined. If only one fund would
    /// remain, it is listed too.
    static let most = 7
    /// The label of the total for all other funds.
    static let others = "Other funds"

    /// Returns a bar for each of the funds with the largest totals in a currency, largest first. If there are
    /// more than ``most`` + 1 funds, only the first ``most`` are listed, and the last bar is the total of the
    /// other funds.
    ///
    /// - Parameter names: The names of the funds, keyed by id.
    static func all(_ totals: [FundTotal], names: [String: String], in currency: Currency) throws -> [FundBar]
    {
        let own = totals.filter {
            $0.amount.currency == currency && ($0.gifts != 0 || $0.amount.minorUnits != 0)
        }
        .sorted { ($1.amount.minorUnits, $0.fund) < ($0.amount.minorUnits, $1.fund) }
        // One fund is not replaced by "Other funds".
        let count = own.count > most + 1 ? most : own.count
        let listed = own.prefix(count).map { FundBar(name: names[$0.fund] ?? $0.fund, amount: $0.amount) }
        guard count < own.count else { return listed }
        return listed + [
            FundBar(name: others, amount: try Money.sum(own.dropFirst(count).map(\.amount), in: currency))
        ]
    }
}
