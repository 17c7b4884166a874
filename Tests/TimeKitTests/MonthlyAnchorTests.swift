import Foundation
import Testing
import TimeKit

@Suite struct MonthlyAnchorTests {
    @Test("a short month uses its last day, and later months the first day again")
    func january31() throws {
        let anchor = MonthlyAnchor(try #require(Timestamp(iso8601: "2027-10-31T09:30:15Z")))
        let days = (0...6).map { anchor.occurrence($0).iso8601 }
        #expect(
            days == [
                "2027-10-31T09:30:15Z", "2027-11-30T09:30:15Z", "2027-12-31T09:30:15Z",
                "2028-01-31T09:30:15Z",
                "2028-02-29T09:30:15Z", "2028-03-31T09:30:15Z", "2028-04-30T09:30:15Z",
            ])
    }

    @Test(
        "days from 28 to 31, from 1900 to 2200, recur each month on that day or the month's last one"
    )
    func everyAnchor() throws {
        for year in 1900...2200 {
            for month in 1...12 {
                for day in 28...31 {
                    guard let start = CalendarDate(year: year, month: month, day: day) else { continue }
                    let anchor = MonthlyAnchor(start.startOfDay.adding(seconds: 86_399))
                    for n in 0...24 {
                        let moment = anchor.occurrence(n)
                        let due = (year * 12 + month - 1 + n).quotientAndRemainder(dividingBy: 12)
                        let length = try #require(
                            CalendarDate.daysInMonth(due.remainder + 1, of: due.quotient))
                        let expected = CalendarDate(
                            year: due.quotient, month: due.remainder + 1, day: min(day, length))
                        guard moment.date == expected, moment.secondOfDay == 86_399 else {
                            Issue.record("\(start.iso8601) + \(n)")
                            return
                        }
                    }
                }
            }
        }
    }

    @Test("the next occurrence after any day of four years is the first later one")
    func next() throws {
        let anchor = MonthlyAnchor(Timestamp(seconds: 1_769_850_000))
        for day in -40...1461 {
            let moment = anchor.anchor.adding(seconds: Int64(day) * 86_400)
            let first = try #require((0...60).map(anchor.occurrence).first { $0 > moment })
            #expect(anchor.next(after: moment) == first)
        }
        #expect(anchor.next(after: .latest) <= .latest)
    }

    @Test("stays within the calendar", arguments: [Int.min, -1_000_000, 1_000_000, Int.max])
    func farAway(n: Int) {
        let moment = MonthlyAnchor(Timestamp(seconds: 1_769_850_000)).occurrence(n)
        #expect((Timestamp.earliest...Timestamp.latest).contains(moment))
    }

    @Test("is encoded as the number of its first moment")
    func codable() throws {
        let anchor = MonthlyAnchor(Timestamp(seconds: 1_769_850_000))
        let data = try JSONEncoder().encode([anchor])
        #expect(String(decoding: data, as: UTF8.self) == "[1769850000]")
        #expect(try JSONDecoder().decode([MonthlyAnchor].self, from: data) == [anchor])
    }

    @Test(
        "refuses a number outside the calendar instead of moving it inside",
        arguments: ["[9223372036854775807]", "[1.5]"])
    func refuses(json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Timestamp].self, from: Data(json.utf8))
        }
    }
}
