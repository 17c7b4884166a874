import Giving
import Testing
import TimeKit

@testable import Documents

@Suite struct ShownMomentTests {
    @Test(
        "shows a time in the organization's time zone, and one of another year as a day",
        arguments: [
            ("UTC", "2026-11-21T20:50:31Z", "Nov 21 20:50"), ("UTC", "2026-01-04T09:05:00Z", "Jan 4 09:05"),
            ("America/Chicago", "2026-07-01T03:00:00Z", "Jun 30 22:00"),
            ("America/Chicago", "2026-01-01T05:59:59Z", "Dec 31 2025"),
            ("Asia/Kolkata", "2025-12-31T18:30:00Z", "Jan 1 00:00"),
        ])
    func shown(zone: String, moment: String, text: String) throws {
        let calendar = try #require(LocalCalendar(timeZone: zone))
        let time = try #require(Timestamp(iso8601: moment))
        let now = try #require(Timestamp(iso8601: "2026-11-22T12:00:00Z"))
        #expect(calendar.shown(time, at: now) == text)
    }

    @Test("shows a code after its sentence, or alone if it has none")
    func codes() {
        #expect(FailureCode.sentence(of: "card_declined") == "the bank declined the card (card_declined)")
        #expect(FailureCode.sentence(of: "new_code") == "new_code")
    }
}
