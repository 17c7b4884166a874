import Giving
import HTMLKit
import MoneyKit
import TimeKit

/// The section of the overview about this month so far: its total compared with earlier months, and its gifts
/// by fund, site and seat.
struct MonthSection: Hashable, Sendable {
    let organization: Organization
    let month: MonthToDate
    let funds: [Fund]
    let bySite: GiftsByPlace
    /// The gifts by seat; nil if the member of staff may not see seats.
    let bySeat: GiftsByPlace?
    /// Whether the charts of sites and seats leave out some gifts, because the month has too many.
    let isCut: Bool

    func html() throws -> HTML {
        let currencies = month.currencies(own: organization.currency)
        return """
            <h2>This month</h2>
            \(try currencies.map(sentence))
            <div class="two">
            \(try currencies.flatMap { [try comparison(in: $0), try fundChart(in: $0)] }.map(column))
            \([placeChart(bySite, "site"), bySeat.map { placeChart($0, "seat") }].compactMap(\.self).map(column))
            </div>
            """
    }

    private func column(_ chart: BarChart) -> HTML {
        chart.bars.isEmpty ? .empty : "<div>\(chart.html)</div>"
    }

    private func sentence(in currency: Currency) throws -> HTML {
        let sum = try month.current.sum(in: currency)
        func compared(with period: MonthToDate.Period) throws -> HTML {
            let before = try period.sum(in: currency)
            let change = try sum.subtracting(before)
            let words =
                switch change.minorUnits {
                case 0: "the same as"
                case 1...: "\(change.shown) more than"
                default: "\(try change.negated().shown) less than"
                }
            let dates = period.days.shown
            return "\(words) on \(dates) (\(before.shown), \(GiftCount.words(period.gifts(in: currency))))"
        }
        return """
            <p><strong>\(sum.shown)</strong>, gifts less refunds on \(month.current.days.shown), \
            \(GiftCount.words(month.current.gifts(in: currency))). That is \
            \(try compared(with: month.lastMonth)), and \(try compared(with: month.lastYear)).</p>
            """
    }

    private func comparison(in currency: Currency) throws -> BarChart {
        BarChart(
            title: title("This month and the same days of earlier months", in: currency), labels: "Days",
            values: "Gifts less refunds",
            bars: try [month.lastYear, month.lastMonth, month.current].map { period in
                let sum = try period.sum(in: currency)
                return BarChart.Bar(label: period.days.short, value: sum.minorUnits, shown: sum.shown)
            })
    }

    private func fundChart(in currency: Currency) throws -> BarChart {
        let names = Dictionary(funds.map { ($0.id, $0.name) }, uniquingKeysWith: { $1 })
        return BarChart(
            title: title("This month, by fund", in: currency), labels: "Fund", values: "Gifts less refunds",
            bars: try FundBar.all(month.current.totals, names: names, in: currency).map { fund in
                BarChart.Bar(label: fund.name, value: fund.amount.minorUnits, shown: fund.amount.shown)
            })
    }

    private func placeChart(_ gifts: GiftsByPlace, _ place: String) -> BarChart {
        BarChart(
            title: isCut ? "Newest gifts of this month, by \(place)" : "This month, by \(place)",
            labels: place.capital, values: "Gifts less refunds",
            bars: gifts.places.map { place in
                BarChart.Bar(
                    label: place.name, value: place.amountMinor,
                    shown: Money(place.amountMinor, organization.currency).shown)
            })
    }

    /// Returns the title of a chart. The currency is included only if it is not the organization's own.
    private func title(_ words: String, in currency: Currency) -> String {
        currency == organization.currency ? words : "\(words), in \(currency.code.uppercased())"
    }
}

/// Formats a number of gifts with its noun.
enum GiftCount {
    static func words(_ gifts: Int) -> String { "\(gifts) gift\(gifts == 1 ? "" : "s")" }
}

extension ClosedRange<CalendarDate> {
    /// The days of one month, such as `1 to 22 November 2026`.
    var shown: String {
        lowerBound == upperBound ? upperBound.shown : "\(lowerBound.day) to \(upperBound.shown)"
    }

    /// The days of one month, with the abbreviated month, such as `1–22 Nov 2026`.
    var short: String {
        let last = "\(upperBound.short) \(upperBound.year)"
        return lowerBound == upperBound ? last : "\(lowerBound.day)–\(last)"
    }
}
