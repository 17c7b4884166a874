import DatabaseKit
import Foundation
import SimulationKit
import StaffAccess
import Synchronization
import Testing
import TimeKit

/// The comparison of new passwords with a list of breached ones.
@Suite struct BreachedPasswordTests {
    /// The SHA-1 hash of "a breached sentence", from Python's hashlib.
    private static let hash = "9E4120123292AC82B3643BBCA55663CFE9BC5FDC"

    @Test("a password from a breach is refused when it is first set, changed, or set by an operator")
    func refused() async throws {
        try await StaffBench.with { bench in
            let asked = Mutex<[String]>([])
            let service = StaffService(
                database: bench.file, clock: bench.clock.wallClock, random: { 7 },
                cost: ScryptCost(rounds: 2, blockSize: 1, parallelism: 1),
                isBreached: { hash in
                    asked.withLock { $0.append(hash) }
                    return hash == Self.hash
                })
            let (owner, other) = (
                try #require(StaffAddress(StaffBench.owner)), try #require(StaffAddress("new@example.org"))
            )
            let expected = StaffError(
                .weakPassword, "the password is in a list of passwords from data breaches")
            await #expect(throws: expected) {
                try await service.add(
                    other, .readOnly, organizations: ["Grace"], password: "a breached sentence")
            }
            await #expect(throws: expected) {
                try await service.setPassword(of: owner, to: "a breached sentence", names: [])
            }
            let session = try await bench.signIn()
            let member = try #require(try await bench.service.member(of: session))
            await #expect(throws: expected) {
                try await service.changePassword(
                    of: member, from: StaffBench.password, to: "a breached sentence", names: [],
                    keeping: session)
            }
            _ = try await service.setPassword(of: owner, to: "another sentence", names: [])
            #expect(asked.withLock { $0.count } == 4)
            #expect(asked.withLock { $0.first } == Self.hash)
        }
    }
}
