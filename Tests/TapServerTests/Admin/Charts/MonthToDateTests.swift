import HTMLKit
import MoneyKit
import Testing
import TimeKit

@testable import Giving
@testable import TapServer

/// The totals of this month so far, and of the same days of earlier months.
@Suite struct MonthToDateTests {
    private func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(iso8601: text)) }

    private func total(_ minor: Int64, _ currency: Currency = .usd, fund: String = "12", gifts: Int = 1)
        -> FundTotal
    {
        FundTotal(fund: fund, amount: Money(minor, currency), gifts: gifts)
    }

    @Test(
        "earlier days are the same days of the month, or all days of a shorter month",
        arguments: [
            ("2026-11-29", "2026-10-01 to 2026-10-29", "2025-11-01 to 2025-11-29"),
            ("2026-01-01", "2025-12-01 to 2025-12-01", "2025-01-01 to 2025-01-01"),
            ("2026-03-31", "2026-02-01 to 2026-02-28", "2025-03-01 to 2025-03-31"),
            ("2024-03-30", "2024-02-01 to 2024-02-29", "2023-03-01 to 2023-03-30"),
            ("2024-02-29", "2024-01-01 to 2024-01-29", "2023-02-01 to 2023-02-28"),
            ("2025-02-28", "2025-01-01 to 2025-01-28", "2024-02-01 to 2024-02-28"),
            ("0001-01-15", "0001-01-01 to 0001-01-01", "0001-01-01 to 0001-01-01"),
        ])
    func days(today: String, lastMonth: String, lastYear: String) throws {
        let month = try MonthToDate(upTo: day(today)) { _ in [] }
        let periods = [month.current, month.lastMonth, month.lastYear].map {
            "\($0.days.lowerBound.iso8601) to \($0.days.upperBound.iso8601)"
        }
        #expect(periods == ["\(today.dropLast(2))01 to \(today)", lastMonth, lastYear])
    }

    @Test("each currency has its own sum and number of gifts, the organization's own currency first")
    func currencies() throws {
        let march = try day("2026-03-15")
        let month = MonthToDate(upTo: march) { days in
            days.upperBound == march
                ? [total(500), total(700, fund: "13", gifts: 2), total(300, .eur)] : [total(100, .chf)]
        }
        #expect(month.currencies(own: .usd) == [.usd, .chf, .eur])
        #expect(try month.current.sum(in: .usd) == Money(1_200, .usd) && month.current.gifts(in: .usd) == 3)
        #expect(try month.current.sum(in: .eur) == Money(300, .eur) && month.current.gifts(in: .eur) == 1)
        #expect(try month.lastYear.sum(in: .usd) == Money(0, .usd) && month.lastYear.gifts(in: .usd) == 0)
        let empty = MonthToDate(upTo: march) { _ in [] }
        #expect(empty.currencies(own: .eur) == [.eur])
    }

    @Test("the largest funds come first, and all others are added up")
    func funds() throws {
        let totals = (1...9).map { total(Int64($0 * 100), fund: "\($0)") } + [total(9_999, .eur, fund: "9")]
        let bars = try FundBar.all(totals, names: ["9": "Roof"], in: .usd)
        #expect(bars.map(\.name) == ["Roof", "8", "7", "6", "5", "4", "3", "Other funds"])
        #expect(bars.first?.amount == Money(900, .usd) && bars.last?.amount == Money(300, .usd))
        let eight = try FundBar.all(Array(totals.prefix(8)), names: [:], in: .usd)
        #expect(eight.map(\.name) == ["8", "7", "6", "5", "4", "3", "2", "1"])
        #expect(try FundBar.all([total(0, gifts: 0)], names: [:], in: .usd) == [])
    }

    @Test("days of one month are written with the month once")
    func dates() throws {
        let days = try day("2026-11-01")...(day("2026-11-29"))
        #expect(days.shown == "1 to 29 November 2026" && days.short == "1–29 Nov 2026")
        let one = days.lowerBound...days.lowerBound
        #expect(one.shown == "1 November 2026" && one.short == "1 Nov 2026")
    }

    @Test("the page compares each currency, and shows seats only to staff who may see them")
    func page() throws {
        let march = try day("2026-03-31")
        let month = MonthToDate(upTo: march) { days in
            switch days.upperBound {
            case march: [total(5_000), total(1_000, .eur, gifts: 2)]
            case _ where days.lowerBound.year == 2026: [total(5_000, gifts: 2)]
            default: [total(8_000)]
            }
        }
        func section(_ seats: GiftsByPlace?, isCut: Bool = false) throws -> String {
            let gifts = GiftsByPlaceTests.gifts(5, of: 100, at: "North")
            let section = try MonthSection(
                organization: Organization.make(
                    id: "Grace", OrganizationFields(displayName: "Grace"), at: SiteBench.start),
                month: month, funds: [],
                bySite: GiftsByPlace(gifts, places: ["tap_North": "North <1>"], in: .usd),
                bySeat: seats, isCut: isCut)
            return try (section.total() + section.charts()).text
        }
        let seats = GiftsByPlace(
            GiftsByPlaceTests.gifts(5, of: 100, at: "A1"), places: ["tap_A1": "A1"], in: .usd)
        let html = try section(seats)
        #expect(
            html.contains(
                """
                <p class="answer"><strong>$50.00</strong> <span class="quiet">given, after refunds: 1 to 31 \
                March 2026 (1 gift)</span></p>
                <ul class="cards">
                <li><strong>The same</strong> as last month <span class="quiet">1 to 28 February 2026: $50.00, \
                2 gifts</span></li>
                <li><strong>$30.00</strong> less than a year ago <span class="quiet">1 to 31 March 2025: $80.00, \
                1 gift</span></li>
                """), "\(html)")
        #expect(html.contains("<strong>€10.00</strong> more than last month"))
        #expect(html.contains(">1 to 28 February 2026: €0.00, 0 gifts</span>"))
        #expect(html.contains("aria-label=\"This month, by fund, in EUR\""))
        #expect(html.contains("<title>1–28 Feb 2026: $50.00</title>"))
        #expect(html.contains("<title>North &lt;1&gt;: $5.00</title>"))
        #expect(
            html.contains("<title>A1: $5.00</title>") && html.contains("aria-label=\"This month, by seat\""))
        #expect(try !section(nil).contains("seat"))
        #expect(try section(nil, isCut: true).contains("Newest gifts of this month, by site"))
    }
}
