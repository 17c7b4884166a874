import HTMLKit
import Testing
import TimeKit

@testable import TapServer

/// Numbers as bars.
@Suite struct BarChartTests {
    private func chart(_ values: [Int64]) -> BarChart {
        BarChart(
            title: "T & co", labels: "Week", values: "Gifts",
            bars: values.enumerated().map {
                BarChart.Bar(label: "W\($0.offset)", value: $0.element, shown: "$\($0.element)")
            })
    }

    @Test("the longest bar fills the room, none is longer, and what is more than nothing is seen")
    func lengths() {
        for (value, most, length) in [
            (0, 100, 0), (-5, 100, 0), (100, 100, 150), (50, 100, 75), (1, 1_000_000, 2),
            (Int64.max, Int64.max, 150),
            (1, Int64.max, 2), (5, 0, 0),
        ] as [(Int64, Int64, Int)] {
            #expect(BarChart.length(of: value, most: most, room: 150) == length, "\(value) of \(most)")
        }
    }

    @Test("each bar has a place, a title and a line of the table")
    func bars() {
        let html = chart([1, 2, 0]).html.text
        #expect(html.matches(of: /<rect/).count == 3 && html.matches(of: /<tr><td>W/).count == 3)
        #expect(html.contains("aria-label=\"T &amp; co\"") && html.contains("<title>W1: $2</title>"))
        #expect(html.contains("<th scope=\"col\" class=\"n\">Gifts</th>"))
        #expect(html.contains("<desc>W0: $1; W1: $2; W2: $0</desc>"))
        #expect(chart([]).html.text.isEmpty)
    }

    @Test("a part is drawn in front of its whole, with the number above both")
    func parts() {
        let chart = BarChart(
            title: "T", labels: "Week", values: "Gifts of taps",
            bars: [BarChart.Bar(label: "W", value: 1, shown: "1 of 4", whole: 4)])
        let html = chart.svg.text
        #expect(html.contains("class=\"bar-whole\" x=\"284\" y=\"22\" width=\"72\" height=\"154\""))
        #expect(html.contains("class=\"bar-fill\" x=\"284\" y=\"138\" width=\"72\" height=\"38\""))
        #expect(html.contains("y=\"16\" text-anchor=\"middle\">1 of 4<"))
    }

    @Test("omits values above the bars that would touch each other, but lists them in the table")
    func crowded() {
        for (shown, isAbove) in [("$50.00", true), ("$500.00", false)] {
            let chart = BarChart(
                title: "T", labels: "Week", values: "Gifts",
                bars: (0..<13).map { BarChart.Bar(label: "\($0) Nov", value: 1, shown: shown) })
            #expect(chart.svg.text.contains("text-anchor=\"middle\">\(shown)<") == isAbove)
            #expect(chart.html.text.contains("<td class=\"n\">\(shown)</td>"))
        }
    }

    @Test("nothing lies outside of the picture", arguments: [1, 2, 13, 52, 200])
    func inside(count: Int) throws {
        let html = chart((0..<count).map { Int64($0 * 1_000) }).svg.text
        for rect in html.matches(of: /x="(-?\d+)" y="(-?\d+)" width="(-?\d+)" height="(-?\d+)"/) {
            let numbers = try [rect.1, rect.2, rect.3, rect.4].map { try #require(Int($0)) }
            #expect(numbers[0] >= 0 && numbers[1] >= 0 && numbers[2] > 0 && numbers[3] >= 0)
            #expect(numbers[0] + numbers[2] <= 640 && numbers[1] + numbers[3] <= 200)
        }
    }

    @Test("weeks begin with Monday, and the last one ends today")
    func weeks() throws {
        let sunday = try #require(CalendarDate(year: 2026, month: 2, day: 1))
        let weeks = Weeks.last(2, upTo: sunday)
        #expect(weeks.map { $0.lowerBound.iso8601 } == ["2026-01-19", "2026-01-26"])
        #expect(weeks.map { $0.upperBound.iso8601 } == ["2026-01-25", "2026-02-01"])
        let monday = Weeks.last(1, upTo: sunday.adding(days: 1))
        #expect(
            monday.map { $0.lowerBound } == [sunday.adding(days: 1)]
                && monday[0].upperBound == monday[0].lowerBound)
    }
}
