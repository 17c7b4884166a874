import Processor
import Testing
import TextKit
import TimeKit

@testable import ProcessorSimulator

/// Source: Stripe documentation, "Payouts to connected accounts".
@Suite struct PayoutScheduleTests {
    private func next(_ asked: JSONTree, after moment: String) throws -> String? {
        let schedule = try PayoutSchedule().changed(by: asked)
        return try schedule.next(after: #require(Timestamp(iso8601: moment)))?.iso8601
    }

    // B3-52
    @Test("by default, money is paid out daily, after two days")
    func standard() {
        #expect(PayoutSchedule().interval == .daily && PayoutSchedule().delayDays == 2)
    }

    @Test(
        "payouts are made at midnight of their days",
        arguments: [
            (["interval": "daily"], "2026-01-31T09:00:00Z", "2026-02-01T00:00:00Z"),
            (["interval": "daily"], "2026-01-31T00:00:00Z", "2026-02-01T00:00:00Z"),
            // 2026-01-31 is a Saturday.
            (["interval": "weekly"], "2026-01-31T09:00:00Z", "2026-02-02T00:00:00Z"),
            (
                ["interval": "weekly", "weekly_anchor": "friday"], "2026-01-31T09:00:00Z",
                "2026-02-06T00:00:00Z"
            ),
            (
                ["interval": "weekly", "weekly_anchor": "friday"], "2026-02-06T00:00:00Z",
                "2026-02-13T00:00:00Z"
            ),
            (["interval": "monthly"], "2026-01-31T09:00:00Z", "2026-02-01T00:00:00Z"),
            (["interval": "monthly", "monthly_anchor": 31], "2026-01-31T09:00:00Z", "2026-02-28T00:00:00Z"),
            (["interval": "monthly", "monthly_anchor": 31], "2026-02-28T00:00:00Z", "2026-03-31T00:00:00Z"),
            (["interval": "monthly", "monthly_anchor": 29], "2028-02-01T00:00:00Z", "2028-02-29T00:00:00Z"),
        ] as [(JSONTree, String, String)])
    func days(asked: JSONTree, moment: String, expected: String) throws {
        #expect(try next(asked, after: moment) == expected)
    }

    // B3-45
    @Test("a manual schedule has no next payout")
    func manual() throws {
        #expect(try next(["interval": "manual"], after: "2026-01-31T09:00:00Z") == nil)
    }

    @Test(
        "refuses an invalid schedule by its parameter",
        arguments: [
            (["delay_days": 1], "delay_days"), (["delay_days": 32], "delay_days"),
            (["interval": "daily", "weekly_anchor": "monday"], "weekly_anchor"),
            (["interval": "monthly", "monthly_anchor": 32], "monthly_anchor"),
            (["interval": "weekly", "monthly_anchor": 1], "monthly_anchor"),
        ] as [(JSONTree, String)])
    func refuses(asked: JSONTree, parameter: String) {
        let error = #expect(throws: ProcessorError.self) { try PayoutSchedule().changed(by: asked) }
        #expect(error?.parameter == "settings[payouts][schedule][\(parameter)]")
    }
}
