import ArgumentParser
import Plans
import Synchronization
import Testing
import TimeKit

@testable import tapctl

/// The loop of `billing watch`, on a clock that only counts.
@Suite struct PlanWatchTests {
    /// What a watch did, in order.
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
        } tell: { status in
            log.note("tell \(status.view.rawValue)")
        } pause: { duration in
            log.note("pause \(duration.components.seconds)")
            if log.all.count > 20 { throw CancellationError() }
        }
    }

    @Test("waits a minute unless another interval is given, five seconds among them")  // P4-10, P4-13
    func interval() throws {
        #expect(try BillingWatch.parse(["ann"]).interval == 60)
        #expect(try BillingWatch.parse(["ann", "--interval", "5"]).interval == 5)
        #expect(throws: (any Error).self) { try BillingWatch.parse(["ann", "--interval", "0"]) }
    }

    @Test("looks at once, then a minute apart, and waits no more behind the last look")  // P4-10
    func loop() async throws {
        let log = Log()
        try await Self.watch(times: 2, log: log).run()
        #expect(log.all == ["look", "tell free", "pause 60", "look", "tell free"])
    }

    @Test("a watch without an end is ended by whoever interrupts its pause")  // P4-10
    func interrupted() async {
        let log = Log()
        await #expect(throws: CancellationError.self) { try await Self.watch(times: nil, log: log).run() }
        #expect(log.all.count > 20)
    }
}
