import Giving
import HTMLKit
import Testing
import TimeKit

@testable import TapServer

/// The texts about the status of a monthly gift.
@Suite struct MonthlyPageTests {
    @Test("after a change, a monthly gift that is not active has a message about its status")
    func afterChange() async throws {
        try await SiteBench.with { bench in
            _ = try await OwnMonthlyTests.open(Visitor(bench: bench))
            var recurring = try await OwnMonthlyTests.recurring(bench)
            let calendar = try #require(LocalCalendar(timeZone: "America/Chicago"))
            let texts: [(RecurringGift.Status, String)] = [
                (.pastDue, "Your monthly gift was changed. The last charge failed and will be retried."),
                (.processing, "Your monthly gift was changed. It is still being processed."),
                (.needsReview, "Your monthly gift was changed. We are reviewing it."),
            ]
            for (status, text) in texts {
                recurring.status = status
                #expect(MonthlyWords(recurring: recurring, calendar: calendar).afterChange.text == text)
            }
            recurring.status = .active
            let active = MonthlyWords(recurring: recurring, calendar: calendar).afterChange.text
            #expect(active.hasPrefix("Your monthly gift was changed. Next charge: <strong>$50.00</strong>"))
        }
    }
}
