import DatabaseKit
import DigestKit
import Foundation
import SimulationKit
import StaffAccess
import Synchronization
import TestSupport
import Testing
import TimeKit
import TokenKit

/// A sign-in service over its own file, with a virtual clock and cheap password hashing.
struct StaffBench: Sendable {
    let service: StaffService
    let keys: APIKeyService
    var file: any TransactionRunner { store }
    let store: TestStore
    let clock: VirtualClock
    /// The clock for second factors.
    let machine: VirtualClock
    let factorKey: KeptKey

    /// A bench with `owner@example.org`, owner of `Grace`.
    static func with<Value>(_ body: (StaffBench) async throws -> Value) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: "staff-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let bench = try StaffBench(at: folder.appending(path: "staff.sqlite").path)
        defer { try? bench.store.close() }
        _ = try await bench.add(owner, .owner, ["Grace"])
        return try await body(bench)
    }

    static let owner = "owner@example.org"
    static let password = "a sentence of one's own"

    private init(at path: String) throws {
        store = try TestStore(at: path, StaffMigrations.all)
        clock = VirtualClock(at: Timestamp(seconds: 1_769_871_600))
        let machine = VirtualClock(at: Timestamp(seconds: 1_769_871_600))
        let factorKey = KeptKey()
        (self.machine, self.factorKey) = (machine, factorKey)
        let random = Mutex(SeededGenerator(seed: 1))
        service = StaffService(
            database: store, clock: clock.wallClock, random: { random.withLock { $0.next() } },
            cost: ScryptCost(rounds: 2, blockSize: 1, parallelism: 1),
            factors: FactorSettings(clock: machine.wallClock) { factorKey.key(isCreated: $0) })
        keys = APIKeyService(
            database: store, clock: clock.wallClock, random: { random.withLock { $0.next() } })
    }

    func add(_ email: String, _ role: StaffRole, _ organizations: [String]) async throws -> StaffMember {
        guard let address = StaffAddress(email) else { throw StaffError(.invalidAddress) }
        return try await service.add(address, role, organizations: organizations, password: Self.password)
    }

    /// Signs the owner in.
    func signIn() async throws -> SessionToken {
        try await service.signIn(email: Self.owner, password: Self.password)
    }

    /// Expects a sign-in to be refused with this code, or to succeed if the code is nil.
    func expect(
        _ code: StaffError.Code?, of email: String, _ password: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let found = try await refusal(email, password)
        #expect(found == code, sourceLocation: sourceLocation)
    }

    /// Returns the code with which a sign-in is refused, or nil if it succeeds.
    func refusal(_ email: String, _ password: String) async throws -> StaffError.Code? {
        do {
            _ = try await service.signIn(email: email, password: password)
            return nil
        } catch let error as StaffError {
            return error.code
        }
    }
}

/// The key of second factors. A test can make it unavailable.
final class KeptKey: Sendable {
    private let byte = Mutex<(current: UInt8?, next: UInt8)>((nil, 1))

    func key(isCreated: Bool) -> AESGCMKey? {
        byte.withLock { byte in
            if isCreated, byte.current == nil {
                byte = (byte.next, byte.next + 1)
            }
            return byte.current.flatMap { AESGCMKey([UInt8](repeating: $0, count: AESGCMKey.byteCount)) }
        }
    }

    func lose() { byte.withLock { $0.current = nil } }
}

extension [UInt8] {
    /// Reads the bytes of a file.
    init(contentsOf path: String) throws { self = Array(try Data(contentsOf: URL(filePath: path))) }
}
