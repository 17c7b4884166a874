import DatabaseKit
import Foundation
import MoneyTestSupport
import PaymentCore
import SimulationKit
import Synchronization
import Testing
import TimeKit

/// Due work on SQLite. `ClusterTests` has the tests of several servers.
@Suite struct JobLeaseTests {
    @Test("on SQLite, the work is always done, and no lease is stored")
    func one() async throws {
        let bench = try MoneyBench(PaymentMigrations.all, seed: 1)
        defer { bench.remove() }
        let count = Atomic(0)
        for holder in ["a", "b"] {
            let lease = JobLease(on: bench.file, holder: holder, clock: bench.clock.wallClock)
            #expect(try await lease.run("tend") { count.add(1, ordering: .relaxed) })
        }
        #expect(count.load(ordering: .relaxed) == 2)
        #expect(try await bench.file.read { try !$0.isAny("SELECT 1 FROM job") })
    }
}
