import DatabaseKit
import Foundation
import MoneyKit
import PaymentCore
import PostgresKit
import SimulationKit
import Synchronization
import TestSupport
import Testing
import TimeKit

@testable import Giving

/// Conflicts of counted transactions with others that change a row that they only read.
@Suite(.postgres, .timeLimit(.minutes(2))) struct CountedConflictTests {
    /// Runs a counted transaction, and another transaction between its reads and its changes.
    ///
    /// - Returns: The number of times that the counted transaction ran.
    private static func runs(
        of cluster: Cluster, reading: @escaping @Sendable (Transaction) throws -> Void,
        between: @escaping @Sendable (Transaction) throws -> Void,
        changing: @escaping @Sendable (Transaction) throws -> Void
    ) async throws -> Int {
        let (reads, read) = AsyncStream<Void>.makeStream()
        let (go, runs) = (DispatchSemaphore(value: 0), Counter())
        async let counted: Void = cluster.nodes[0].database.writeCounted { transaction in
            try reading(transaction)
            if runs.next() == 1 {
                read.yield()
                go.wait()
            }
            try changing(transaction)
        }
        for await _ in reads { break }
        defer { go.signal() }
        try await cluster.nodes[1].database.write(between)
        go.signal()
        try await counted
        return runs.count
    }

    @Test("a gift that begins while its donor is erased begins again")
    func erasedDonor() async throws {
        let cluster = try await Cluster.make()
        _ = try await cluster.nodes[0].giving.give(.gift(from: "donor@example.org"))
        let address = try #require(EmailAddress("donor@example.org"))
        let donor = try #require(try await cluster.read { try $0.donor(email: address) })
        let runs = try await Self.runs(
            of: cluster, reading: { _ = try $0.donor(email: address) },
            between: { try $0.run("DELETE FROM donor WHERE id = ?", [donor.id]) },
            changing: { try $0.touch(donor) })
        #expect(runs == 2)
        await cluster.remove()
    }

    @Test("a gift that is booked while its month is closed is booked again")
    func closedMonth() async throws {
        let cluster = try await Cluster.make()
        let id = try await cluster.nodes[0].giving.give(.gift(from: "donor@example.org")).id
        let gift = try #require(try await cluster.read { try $0.gift(id) })
        cluster.clock.advance(seconds: 40 * 86_400)
        let (now, month) = (cluster.clock.now, CalendarMonth(of: gift.listedOn))
        let isClosed = Counter()
        let runs = try await Self.runs(
            of: cluster,
            reading: { transaction in
                if try transaction.organization("Grace")?.hasClosed(gift.listedOn) == true {
                    _ = isClosed.next()
                }
            },
            between: { _ = try $0.closeMonth(month, of: "Grace", at: now) },
            changing: { transaction in
                var before = gift
                before.status = .processing
                try transaction.save(gift, replacing: before)
            })
        #expect(runs == 2 && isClosed.count == 1)
        await cluster.remove()
    }
}

/// A number that several threads increase.
private final class Counter: Sendable {
    private let value = Atomic(0)

    var count: Int { value.load(ordering: .relaxed) }

    func next() -> Int { value.add(1, ordering: .relaxed).newValue }
}
