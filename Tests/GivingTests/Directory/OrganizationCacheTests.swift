import DatabaseKit
import Giving
import InvocationRouter
import MoneyTestSupport
import Synchronization
import TestSupport
import Testing

/// Organizations that are read again only after a commit.
@Suite struct OrganizationCacheTests {
    @Test("an organization is read once between two commits, and a missing one each time", .sqlite)
    func reads() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let runner = CountingRunner(world.store.sqlite)
        let cache = OrganizationCache(runner)
        for _ in 1...5 { #expect(try await cache.current().snapshot(named: "Grace")?.funds.count == 2) }
        #expect(runner.reads.withLock { $0 } == 1)

        try await world.file.write { transaction in
            _ = try transaction.closeFund("13", of: "Grace", at: GivingWorld.start)
        }
        for _ in 1...5 {
            let grace = try await cache.current().organization(named: "Grace")
            #expect(grace?.openFunds.map(\.id) == ["12"])
        }
        #expect(runner.reads.withLock { $0 } == 2)

        for _ in 1...5 { #expect(try await cache.current().organization(named: "Other") == nil) }
        #expect(runner.reads.withLock { $0 } == 7)
    }

    @Test("the offer of a snapshot has the open funds, and the chosen or the first fund in its review")
    func offer() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let directory = try await OrganizationCache(world.file).current()
        let grace = try #require(try await directory.snapshot(named: "grace"))
        for (fund, shown) in [("13", "13"), ("12", "12"), ("unknown", "12")] {
            let offer = world.giving.offer(of: grace, first: fund)
            #expect(offer.funds.map(\.id) == ["12", "13"] && offer.covered?.fund.id == shown)
        }
    }
}

/// Counts the transactions that only read.
private final class CountingRunner: TransactionRunner {
    private let database: any TransactionRunner
    let reads = Mutex(0)

    init(_ database: any TransactionRunner) { self.database = database }

    func write<T: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        try await database.write(work)
    }

    func read<T: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        reads.withLock { $0 += 1 }
        return try await database.read(work)
    }

    func version() async throws -> DatabaseVersion? { try await database.version() }
}
