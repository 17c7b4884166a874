import DatabaseKit
import Foundation
import PaymentCore
import SimulationKit
import Synchronization
import Testing
import TimeKit

/// Due work on SQLite. `ClusterTests` has the tests of several servers.
@Suite struct JobLeaseTests {
    @Test("on SQLite, the work is always done, and no lease is stored")
    func alone() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "jobs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try DatabaseFile.open(
            at: folder.appending(path: "tapctl.sqlite").path, migrations: PaymentMigrations.all)
        let clock = VirtualClock(at: Timestamp(seconds: 1_767_517_200))
        let count = Atomic(0)
        for holder in ["a", "b"] {
            let lease = JobLease(on: file, holder: holder, clock: clock.wallClock)
            #expect(try await lease.run("tend") { count.add(1, ordering: .relaxed) })
        }
        #expect(count.load(ordering: .relaxed) == 2)
        #expect(try await file.read { try !$0.isAny("SELECT 1 FROM job") })
        try file.close()
    }
}
