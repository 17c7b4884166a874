import TimeKit
import Testing

@testable import ProcessorSimulator

@Suite struct WebhookScheduleTests {
    @Test("each attempt is followed by the next pause, and the last by none")
    func pauses() {
        let now = Timestamp(seconds: 1_000)
        let schedule = WebhookSchedule([60, 600])
        #expect(schedule.next(after: 1, failedAt: now) == Timestamp(seconds: 1_060))
        #expect(schedule.next(after: 2, failedAt: now) == Timestamp(seconds: 1_600))
        #expect(schedule.next(after: 3, failedAt: now) == nil)
    }
}
