import Foundation
import PaymentCore
import SimulationKit
import Synchronization
import TestSupport
import Testing
import TimeKit

/// Due work that one of several servers does.
@Suite(.postgres, .timeLimit(.minutes(2))) struct JobLeaseTests {
    private static func leases(_ cluster: Cluster) -> [JobLease] {
        cluster.nodes.enumerated().map { number, node in
            JobLease(
                on: node.database, holder: "node_\(number)", clock: cluster.clock.wallClock, seconds: 30,
                pause: { _ in try await Task.sleep(for: .seconds(3_600)) })
        }
    }

    @Test("one server does the work, and continues to do so")
    func one() async throws {
        let cluster = try await Cluster.make()
        let leases = Self.leases(cluster)
        let count = Atomic(0)
        let did = try await cluster.all(callers: 8) { node, caller in
            try await leases[caller % 2].run("tend") { count.add(1, ordering: .relaxed) }
                ? caller % 2 : nil
        }
        let holder = try #require(did.compactMap(\.self).first)
        #expect(Set(did.compactMap(\.self)) == [holder])
        #expect(count.load(ordering: .relaxed) == did.compactMap(\.self).count)
        cluster.clock.advance(seconds: 29)
        #expect(try await leases[holder].run("tend") {})
        cluster.clock.advance(seconds: 29)
        #expect(try await !leases[1 - holder].run("tend") {})
        #expect(try await leases[1 - holder].run("another") {})
        await cluster.remove()
    }

    @Test("another server takes over after the holder's time, or immediately after it ended the lease")
    func takeover() async throws {
        let cluster = try await Cluster.make()
        let leases = Self.leases(cluster)
        #expect(try await leases[0].run("tend") {})
        cluster.clock.advance(seconds: 29)
        #expect(try await !leases[1].run("tend") {})
        cluster.clock.advance(seconds: 1)
        #expect(try await leases[1].run("tend") {})
        #expect(try await !leases[0].run("tend") {})
        try await leases[0].release("tend")
        #expect(try await !leases[0].run("tend") {})
        try await leases[1].release("tend")
        #expect(try await leases[0].run("tend") {})
        await cluster.remove()
    }

    @Test("the lease is renewed while the work runs, and the work is canceled if the lease is lost")
    func renewal() async throws {
        let cluster = try await Cluster.make()
        let (pauses, pause) = AsyncStream<Void>.makeStream()
        let (goes, go) = AsyncStream<Void>.makeStream()
        let lease = JobLease(
            on: cluster.nodes[0].database, holder: "a", clock: cluster.clock.wallClock, seconds: 30,
            pause: { _ in
                pause.yield()
                for await _ in goes { return }
                throw CancellationError()
            })
        let other = Self.leases(cluster)[1]
        let work = Task {
            try await lease.run("tend") {
                // Never returns by itself.
                for await _ in AsyncStream<Never>.makeStream().stream {}
            }
        }
        var paused = pauses.makeAsyncIterator()
        await paused.next()
        cluster.clock.advance(seconds: 20)
        go.yield()
        await paused.next()
        cluster.clock.advance(seconds: 20)
        #expect(try await !other.run("tend") {})
        cluster.clock.advance(seconds: 10)
        #expect(try await other.run("tend") {})
        go.yield()
        #expect(try await work.value)
        await cluster.remove()
    }
}
