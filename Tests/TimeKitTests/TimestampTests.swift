import SimulationKit
import TestSupport
import Testing
import TimeKit

@Suite struct TimestampTests {
    @Test(
        "reads and writes ISO 8601",
        arguments: [
            (0, "1970-01-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59Z"),
            (1_769_850_000, "2026-01-31T09:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (-62_135_596_800, "0001-01-01T00:00:00Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"),
        ])
    func readsAndWrites(seconds: Int64, text: String) {
        #expect(Timestamp(seconds: seconds).iso8601 == text)
        #expect(Timestamp(iso8601: text)?.seconds == seconds)
    }

    @Test(
        "reads a day, and a time with an offset",
        arguments: [
            ("2026-01-31", "2026-01-31T00:00:00Z"),
            ("2026-01-31T10:00:00+01:00", "2026-01-31T09:00:00Z"),
            ("2026-01-31T23:30:00-05:30", "2026-02-01T05:00:00Z"),
            ("2026-01-31T09:00:00-00:00", "2026-01-31T09:00:00Z"),
        ])
    func readsOffsets(text: String, utc: String) { #expect(Timestamp(iso8601: text)?.iso8601 == utc) }

    @Test(
        "refuses text that is not exactly one time",
        arguments: [
            "", "2026", "2026-01", "2026-1-31", "26-01-31", "2026-02-29", "2026-13-01", "2026-00-10",
            "2026-01-00",
            "0000-01-01", "2026-01-31 ", " 2026-01-31", "2026-01-31T", "2026-01-31T09:00:00",
            "2026-01-31T09:00Z",
            "2026-01-31t09:00:00z", "2026-01-31 09:00:00Z", "2026-01-31T24:00:00Z", "2026-01-31T09:60:00Z",
            "2026-01-31T09:00:60Z", "2026-01-31T09:00:00.5Z", "2026-01-31T09:00:00+1:00",
            "2026-01-31T09:00:00+24:00",
            "2026-01-31T09:00:00+01:00Z", "2026-01-31T09:00:00ZZ", "+026-01-31", "२०२६-01-31",
            "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01",
        ])
    func refuses(text: String) { #expect(Timestamp(iso8601: text) == nil) }

    @Test("stays within its years for any number")
    func saturates() {
        let ends: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
        for seconds in ends {
            let moment = Timestamp(seconds: seconds)
            for step in ends {
                let moved = moment.adding(seconds: step)
                #expect((Timestamp.earliest...Timestamp.latest).contains(moved))
                #expect(step < 0 ? moved <= moment : moved >= moment)
                #expect((1...9999).contains(moment.date(offsetSeconds: step).year))
            }
        }
    }

    @Test("is equal after it is written and read", arguments: propertySeeds)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let range = Timestamp.earliest.seconds...Timestamp.latest.seconds
        let moment = Timestamp(seconds: .random(in: range, using: &generator))
        #expect(Timestamp(iso8601: moment.iso8601) == moment)
        #expect(moment.date.startOfDay.adding(seconds: moment.secondOfDay) == moment)
        let other = Timestamp(seconds: .random(in: range, using: &generator))
        #expect(other.adding(seconds: moment - other) == moment)
    }

    @Test("shows the date in another time zone")
    func dateWithOffset() throws {
        let moment = try #require(Timestamp(iso8601: "2025-12-31T23:30:00Z"))
        #expect(moment.date.iso8601 == "2025-12-31")
        #expect(moment.date(offsetSeconds: 3600).iso8601 == "2026-01-01")
        #expect(moment.date(offsetSeconds: -86_400).iso8601 == "2025-12-30")
    }

    @Test("shows a time to people with its time zone")
    func inUTC() {
        #expect(Timestamp(seconds: 1_795_262_400).inUTC == "2026-11-21 12:00:00 UTC")
    }
}
