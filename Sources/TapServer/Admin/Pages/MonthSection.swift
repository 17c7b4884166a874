import Giving
import HTMLKit
import MoneyKit
import TimeKit

/// The parts of the overview that cover this month so far: its total compared with earlier months, and charts
/// of its gifts by fund, site and seat.
struct MonthSection: Hashable {
    let organization: Organization
    let month: MonthToDate
    let funds: [Fund]
    let bySite: GiftsByPlace
    /// The gifts by seat; nil if the staff member is not allowed to see seats.
    let bySeat: GiftsByPlace?
    /// Whether the charts of sites and seats show only the newest gifts. They do if the month has too many
    /// gifts.
    let isCut: Bool

    private var currencies: [Currency] { month.currencies(own: organization.currency) }

    /// Returns the month's total, compared with last month and with the same month a year ago.
    func total() throws -> HTML { "<h2>This month</h2>\n\(try currencies.map(total))" }

    /// Returns the charts of this month's gifts.
    func charts() throws -> HTML {
        """
        <h2>This month in detail</h2>
        <div class="two">
        \(try currencies.flatMap { [try comparison(in: $0), try fundChart(in: $0)] }.map(column))
        \([placeChart(bySite, "site"), bySeat.map { placeChart($0, "seat") }].compactMap(\.self).map(column))
        </div>
        """
    }

    private func column(_ chart: BarChart) -> HTML {
        chart.bars.isEmpty ? .empty : "<div>\(chart.html)</div>"
    }

    private func total(in currency: Currency) throws -> HTML {
        let sum = try month.current.sum(in: currency)
        func compared(with period: MonthToDate.Period, _ name: HTML) throws -> HTML {
            let before = try period.sum(in: currency)
            let change = try sum.subtracting(before)
            let words: HTML =
                switch change.minorUnits {
                case 0: "<strong>The same</strong> as"
                case 1...: "<strong>\(change.shown)</strong> more than"
                default: "<strong>\(try change.negated().shown)</strong> less than"
                }
            return """
                <li>\(words) \(name) <span class="quiet">\(period.days.shown): \
                \(before.shown), \(GiftCount.words(period.gifts(in: currency)))</span></li>
                """
        }
        return """
            <div class="two">
            <p class="answer"><strong>\(sum.shown)</strong> <span class="quiet">given, after refunds: \
            \(month.current.days.shown) (\(GiftCount.words(month.current.gifts(in: currency))))</span></p>
            <ul class="cards">
            \([try compared(with: month.lastMonth, "last month"), try compared(with: month.lastYear, "a year ago")])
            </ul>
            </div>
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
        let names = funds.names
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

/// The text for a number of gifts, such as `2 gifts`.
enum GiftCount {
    static func words(_ gifts: Int) -> String { "\(gifts) gift\(gifts == 1 ? "" : "s")" }
}

extension ClosedRange<CalendarDate> {
    /// The range as text, such as `1 to 22 November 2026`. Both days must be in the same month.
    var shown: String {
        lowerBound == upperBound ? upperBound.shown : "\(lowerBound.day) to \(upperBound.shown)"
    }

    /// The range as text with the month's name abbreviated, such as `1–22 Nov 2026`. Both days must be in the
    /// same month.
    var short: String {
        let last = "\(upperBound.short) \(upperBound.year)"
        return lowerBound == upperBound ? last : "\(lowerBound.day)–\(last)"
    }
}
