import Giving
import HTMLKit
import MoneyKit
import PaymentCore
import TimeKit

/// The totals of the gifts and the number of taps in one week.
struct WeekOfGifts: Hashable {
    let days: ClosedRange<CalendarDate>
    /// The totals by fund, minus refunds.
    let totals: [FundTotal]
    /// The number of times that a URL was opened from a tag, a code or a link.
    let taps: Int
    /// The number of the week's taps that resulted in a gift; nil if the list of recent gifts does not go
    /// back to the start of the week.
    let leadingTaps: Int?
}

/// The page with an overview of an organization: this month's total, the items that need action, charts,
/// totals and the newest gifts.
struct OverviewPage: Hashable {
    let organization: Organization
    let payee: Payee?
    /// The amount that the organization owes, in minor units.
    let owedMinor: Int64
    /// The balance of the organization's account in the ledger, in minor units.
    let balanceMinor: Int64
    let funds: [Fund]
    /// The totals by fund, for all years.
    let totals: [FundTotal]
    /// The totals by fund, for this year.
    let year: [FundTotal]
    /// The weeks, oldest first. The last one is the current week.
    let weeks: [WeekOfGifts]
    /// The gifts in the listed weeks, by site.
    let bySite: GiftsBySite
    /// Whether the chart of sites shows only the newest gifts. It does if the listed weeks have too many
    /// gifts.
    let isCut: Bool
    let month: MonthSection
    /// The totals of the monthly gifts that are active or past due.
    let monthly: [MonthlyTotal]
    let openItems: OpenItemsSection
    let donors: DonorSection
    let newest: [Gift]

    let title = "Overview"

    func body() throws -> HTML {
        """
        <h1>Overview</h1>
        \(try month.total())
        \(openItems.html(account: needsAction ? account : .empty))
        \(try month.charts())
        <h2>Totals</h2>
        \([needsAction ? .empty : account])
        <ul class="cards">
        \(try cards())
        </ul>
        \(donors.html)
        <h2>Last \(weeks.count) weeks and this year</h2>
        <div class="two">
        <div>\(try weekChart().html)</div>
        <div>\(try fundChart().html)</div>
        <div>\(tapChart.html)</div>
        <div>\(siteChart.html)</div>
        </div>
        <h2>Newest gifts</h2>
        \(GiftList(organization: organization, gifts: newest).html)
        """
    }

    private var state: Payee.Onboarding { payee?.onboarding ?? .notSetUp }

    /// Whether the account is not active, or the organization owes money.
    private var needsAction: Bool { state != .active || owedMinor > 0 }

    private var account: HTML {
        let kind: BadgeKind = state == .active ? .good : state == .pendingVerification ? .plain : .bad
        let debt: HTML =
            owedMinor > 0
            ? """
            <p>The organization owes the platform \(Money(owedMinor, organization.currency).shown). \
            This amount is deducted from its next gifts.</p>
            """
            : ""
        return "<p>Account at the processor: \(.badge(state.words, kind))</p>\(debt)"
    }

    private func cards() throws -> [HTML] {
        let week = weeks.last?.totals ?? []
        let balance = Money(balanceMinor, organization.currency)
        return [
            card(
                try FundTotal.sum(week, in: organization.currency).shown,
                "given this week, after refunds (\(count(week)))"),
            card(
                try FundTotal.sum(year, in: organization.currency).shown,
                "given this year, after refunds (\(count(year)))"),
            card(
                try FundTotal.sum(totals, in: organization.currency).shown,
                "given in total, after refunds (\(count(totals)))"),
            card(balance.shown, "balance not paid out yet"),
            monthlyCard,
        ]
    }

    /// The total of the active monthly gifts, followed by the number and total of those that are past due.
    private var monthlyCard: HTML {
        let active = monthly.filter { $0.status == .active }
        let late = monthly.filter { $0.status == .pastDue }
        let sums = active.isEmpty ? [Money(0, organization.currency)] : active.map(\.amount)
        let count = active.reduce(0) { $0 + $1.gifts }
        return """
            <li><strong>\(sums.shown)</strong> <span class="quiet">a month from \
            <a href="\(organization.adminPath(.monthly))">\(count) active monthly \
            \(count == 1 ? "gift" : "gifts")</a>\
            \("; \(late.reduce(0) { $0 + $1.gifts }) past due (\(late.map(\.amount).shown))", if: !late.isEmpty)</span></li>
            """
    }

    private func card(_ amount: String, _ words: String) -> HTML {
        "<li><strong>\(amount)</strong> <span class=\"quiet\">\(words)</span></li>"
    }

    private func count(_ totals: [FundTotal]) -> String {
        GiftCount.words(totals.gifts)
    }

    func weekChart() throws -> BarChart {
        BarChart(
            title: "Gifts less refunds, by week", labels: "Week of", values: "Gifts less refunds",
            bars: try weeks.map { week in
                let sum = try week.totals.sum(in: organization.currency)
                return BarChart.Bar(
                    label: week.days.lowerBound.short, value: sum.minorUnits, shown: sum.shown)
            }, beginsAtEnd: true)
    }

    func fundChart() throws -> BarChart {
        BarChart(
            title: "This year, by fund", labels: "Fund", values: "Gifts less refunds",
            bars: try funds.prefix(8).compactMap { fund in
                let totals = year.filter { $0.fund == fund.id }
                guard !totals.isEmpty else { return nil }
                let sum = try totals.sum(in: organization.currency)
                return BarChart.Bar(label: fund.name, value: sum.minorUnits, shown: sum.shown)
            })
    }

    /// A chart of the taps that resulted in a gift, by week; empty if there were no taps. Weeks that the list
    /// of recent gifts does not cover completely are omitted.
    var tapChart: BarChart {
        let weeks = weeks.contains { $0.taps > 0 } ? weeks : []
        return BarChart(
            title: "Taps that led to a gift, by week", labels: "Week of", values: "Led to a gift / all taps",
            bars: weeks.compactMap { week in
                week.leadingTaps.map { led in
                    BarChart.Bar(
                        label: week.days.lowerBound.short, value: Int64(led),
                        shown: week.taps == 0 ? "0" : "\(led)/\(week.taps)", whole: Int64(week.taps))
                }
            }, beginsAtEnd: true)
    }

    /// A chart of the gifts by site. Empty if no site has enough donors to be shown.
    var siteChart: BarChart {
        BarChart(
            title: isCut ? "Newest gifts, by site" : "Last \(weeks.count) weeks, by site", labels: "Site",
            values: "Gifts less refunds",
            bars: bySite.sites.map { site in
                BarChart.Bar(
                    label: site.name, value: site.amountMinor,
                    shown: Money(site.amountMinor, organization.currency).shown)
            })
    }
}

extension CalendarDate {
    /// The day and the abbreviated name of the month, such as `22 Nov`.
    var short: String { "\(day) \(shown.split(separator: " ")[1].prefix(3))" }
}

extension String {
    /// Returns the text, truncated to at most `length` characters, including the ellipsis.
    func cut(to length: Int) -> String { count <= length ? self : prefix(length - 1) + "…" }
}
