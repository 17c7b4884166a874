import Processor
import TextKit
import TimeKit

/// `/v1/test_helpers/test_clocks`
///
/// Source: Stripe API reference, "Test clocks".
enum TestClockRoutes {
    static let all: [Route] = [
        .post(path, simulates: ["frozen_time", "name"]) { call in
            let moment = Timestamp(seconds: call["frozen_time"].integer ?? 0)
            return try call.shown(
                call.work.createClock(at: moment, named: call["name"].string, of: call.account))
        },
        .list(path, TestClock.self, hasAccounts: true, parameters: Filters.part),
        .get(one) { call in try call.shown(own(call)) },
        .post(one + "/advance", simulates: ["frozen_time"]) { call in
            let moment = Timestamp(seconds: call["frozen_time"].integer ?? 0)
            return try call.shown(call.work.advance(clock: own(call).id, to: moment))
        },
        .delete(one) { call in
            call.work.deleted(try call.work.delete(clock: own(call).id).id, TestClock.objectName)
        },
    ]

    private static let path = "/v1/test_helpers/test_clocks"
    private static let one = "/v1/test_helpers/test_clocks/{test_clock}"

    private static func own(_ call: Call) throws -> TestClock {
        let clock = try call.noun(TestClock.self)
        guard clock.account == call.account else {
            throw ProcessorError.noSuch(TestClock.objectName, clock.id)
        }
        return clock
    }
}
