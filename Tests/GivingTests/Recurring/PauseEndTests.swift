import Giving
import Testing
import TimeKit

@Suite struct PauseEndTests {
    @Test(
        "a date begins by the organization's clock, and a timestamp is the same everywhere",
        arguments: [
            ("2027-03-01", "2027-03-01T06:00:00Z"), ("2027-07-01", "2027-07-01T05:00:00Z"),
            ("2027-03-01T00:00:00Z", "2027-03-01T00:00:00Z"),
            ("2027-03-01T09:00:00-06:00", "2027-03-01T15:00:00Z"),
        ])
    func moment(written: String, moment: String) throws {
        let calendar = try #require(LocalCalendar(timeZone: "America/Chicago"))
        #expect(PauseEnd(iso8601: written)?.moment(by: calendar).iso8601 == moment)
    }

    @Test(
        "refuses any other text", arguments: ["", "2027-3-1", "2027-02-30", "2027-03-01T09:00:00", "soon"])
    func refuses(written: String) { #expect(PauseEnd(iso8601: written) == nil) }
}
