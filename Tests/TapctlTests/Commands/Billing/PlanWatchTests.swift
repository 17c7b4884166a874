import ArgumentParser
import Documents
import Plans
import Synchronization
import Testing
import TimeKit

@testable import tapctl

/// The loop of `billing watch`, on a clock that only counts.
@Suite struct PlanWatchTests {
    /// The actions of a watch, in order.
    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])

        func note(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    private static func watch(times: Int?, log: Log, looks: @escaping @Sendable () throws -> Void = {})
        -> PlanWatch
    {
        PlanWatch(interval: .seconds(60), times: times) {
            log.note("look")
            try looks()
            return PlanStatus(
                of: "ann", nil, at: Timestamp(seconds: 0), grace: 0, in: .standard)
        } report: { status in
            log.note("tell \(status.view.rawValue)")
        } pause: { duration in
            log.note("pause \(duration.components.seconds)")
            if log.all.count > 20 { throw CancellationError() }
        }
    }

    @Test("waits a minute by default, or another interval such as five seconds")  // P4-10, P4-13
    func interval() throws {
        #expect(try BillingWatch.parse(["ann"]).interval == 60)
        #expect(try BillingWatch.parse(["ann", "--interval", "5"]).interval == 5)
        #expect(throws: (any Error).self) { try BillingWatch.parse(["ann", "--interval", "0"]) }
    }

    @Test("checks at once and then every minute, and does not wait after the last check")  // P4-10
    func loop() async throws {
        let log = Log()
        try await Self.watch(times: 2, log: log).run()
        #expect(log.all == ["look", "tell free", "pause 60", "look", "tell free"])
    }

    @Test("an interruption of the pause ends a watch without a limit")  // P4-10
    func interrupted() async {
        let log = Log()
        await #expect(throws: CancellationError.self) { try await Self.watch(times: nil, log: log).run() }
        #expect(log.all.count > 20)
    }
}
