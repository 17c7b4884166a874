import DatabaseKit
import SimulationKit
import Synchronization
import Testing

@testable import StaffAccess

/// Hashes whose cost is raised at sign-in.
@Suite struct PasswordCostTests {
    private static let raised = ScryptCost(rounds: 4, blockSize: 1, parallelism: 3)

    /// Returns the stored hash of the bench's owner.
    private func hash(in bench: StaffBench) async throws -> PasswordHash {
        let address = try #require(StaffAddress(StaffBench.owner))
        return try #require(try await bench.file.read { try $0.staffMember(of: address) }).password
    }

    private func service(_ bench: StaffBench, cost: ScryptCost) -> StaffService {
        let random = Mutex(SeededGenerator(seed: 2))
        return StaffService(
            database: bench.file, clock: bench.clock.wallClock, random: { random.withLock { $0.next() } },
            cost: cost)
    }

    @Test("S-8: a sign-in stores a new hash if the stored one costs less than today's")
    func raised() async throws {
        try await StaffBench.with { bench in
            let old = try await hash(in: bench)
            let service = service(bench, cost: Self.raised)
            await #expect(throws: StaffError(.wrongPassword)) {
                try await service.signIn(email: StaffBench.owner, password: "wrong")
            }
            #expect(try await hash(in: bench) == old)
            _ = try await service.signIn(email: StaffBench.owner, password: StaffBench.password)
            let new = try await hash(in: bench)
            #expect(new != old && new.cost == Self.raised)
            _ = try await service.signIn(email: StaffBench.owner, password: StaffBench.password)
            #expect(try await hash(in: bench) == new)
        }
    }

    @Test(
        "a wrong password costs as much for a member with a cheaper hash as for an unknown address",
        arguments: [(nil, 3), (1, 2), (2, 1), (3, nil), (4, nil)] as [(Int?, Int?)])
    func sameTime(stored: Int?, rest: Int?) {
        let cost = ScryptCost(rounds: 1 << 15, blockSize: 8, parallelism: 3)
        let done = stored.map { ScryptCost(rounds: 1 << 15, blockSize: 8, parallelism: $0) }
        #expect(
            cost.rest(after: done)
                == rest.map { ScryptCost(rounds: 1 << 15, blockSize: 8, parallelism: $0) })
    }

    @Test("a service with a lower cost keeps the stored hash")
    func kept() async throws {
        try await StaffBench.with { bench in
            let old = try await hash(in: bench)
            let service = service(bench, cost: ScryptCost(rounds: 2, blockSize: 1, parallelism: 1))
            _ = try await service.signIn(email: StaffBench.owner, password: StaffBench.password)
            #expect(try await hash(in: bench) == old)
        }
    }
}
