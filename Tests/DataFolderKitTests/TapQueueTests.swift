import DatabaseKit
import Foundation
import Giving
import InvocationRouter
import PaymentCore
import Synchronization
import Testing
import TimeKit

@testable import DataFolderKit

/// Taps that wait to be stored.
@Suite struct TapQueueTests {
    private typealias DatabaseError = DatabaseKit.DatabaseFileError

    @Test("a flush stores the waiting taps of several batches, in order")
    func order() async throws {
        try await Self.withFolder { data in
            let queue = TapQueue(on: data.database)
            var ids: [String] = []
            for _ in 1...TapQueue.batchSize + 20 {
                let item = Self.item(data)
                ids.append(item.tap.id)
                try await queue.add(item)
            }
            try await queue.flush()
            #expect(queue.count == 0)
            let stored = try await data.read { try $0.taps(organization: "Grace", after: nil, limit: 1_000) }
            #expect(stored.count == ids.count && Set(stored.map(\.id)) == Set(ids))
        }
    }

    @Test("a flush for one tap stores the taps only if that tap is waiting")
    func one() async throws {
        try await Self.withFolder { data in
            let (queue, item) = (TapQueue(on: data.database), Self.item(data))
            try await queue.add(item)
            try await queue.flush(for: Self.item(data).tap.id)
            #expect(queue.count == 1)
            try await queue.flush(for: item.tap.id)
            #expect(try await data.read { try $0.tap(item.tap.id) } == item.tap && queue.count == 0)
        }
    }

    @Test("a full queue waits for a transaction, and never exceeds its limit")
    func full() async throws {
        try await Self.withFolder { data in
            let runner = ScriptedRunner(data.database)
            let queue = TapQueue(on: runner)
            runner.observe { runner.most.withLock { $0 = max($0, queue.count) } }
            let count = TapQueue.limit + 3 * TapQueue.batchSize
            let items = (0..<count).map { _ in Self.item(data) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for item in items { group.addTask { try await queue.add(item) } }
                try await group.waitForAll()
            }
            try await queue.flush()
            #expect(runner.most.withLock { $0 } <= TapQueue.limit)
            let stored: Int? = try await data.read { try $0.value("SELECT COUNT(*) FROM tap") }
            #expect(stored == count)
        }
    }

    @Test("taps of a failed batch stay in the queue, and are stored once, even after an unknown result")
    func failures() async throws {
        try await Self.withFolder { data in
            let runner = ScriptedRunner(data.database)
            let queue = TapQueue(on: runner)
            for _ in 1...3 { try await queue.add(Self.item(data)) }
            let errors: [(DatabaseError.Code, isCommitted: Bool)] = [
                (.busy, false), (.full, false), (.unknownOutcome, true), (.unknownOutcome, true),
            ]
            for (code, isCommitted) in errors {
                runner.failNext(
                    DatabaseError(code, at: "tapctl.sqlite", "failed", underlying: CancellationError()),
                    isCommitted: isCommitted)
                await #expect(throws: DatabaseError.self) { try await queue.flush() }
                #expect(queue.count == 3)
            }
            try await queue.add(Self.item(data))
            try await queue.flush()
            let stored: Int? = try await data.read { try $0.value("SELECT COUNT(*) FROM tap") }
            #expect(stored == 4 && queue.count == 0)
        }
    }

    @Test("a tap that can never be stored is reported, and the others are stored")
    func refused() async throws {
        try await Self.withFolder { data in
            let failures = Mutex(0)
            let queue = TapQueue(on: data.database) { _ in failures.withLock { $0 += 1 } }
            var items = (0..<3).map { _ in Self.item(data) }
            // The id of this tap is of a second whose keys are all in use.
            let second = Timestamp(seconds: 1_000_000_000)
            items[1].tap.id = Identifiers.first("tap", at: second) + "0000000000001"
            items[1].tap.created = second
            let last = TimedRows.first(ofSecond: second.seconds + 1) - 1
            try await data.write { transaction, _ in
                try transaction.save(Self.item(data).tap)
                try transaction.run("UPDATE tap SET moment = ?", [last])
            }
            for item in items { try await queue.add(item) }
            try await queue.flush()
            #expect(failures.withLock { $0 } == 1 && queue.count == 0)
            let stored: Int? = try await data.read { try $0.value("SELECT COUNT(*) FROM tap") }
            #expect(stored == 3)
        }
    }

    @Test("a mirrored counter is compared and stored at once, and other taps of tags wait")
    func counters() async throws {
        try await Self.withFolder { data in
            let queue = TapQueue(on: data.database)
            for (query, isFresh, waiting) in [
                ("m=04E141124C2880x000007", true, 0), ("m=04E141124C2880x000007", false, 0),
                ("m=04E141124C2880x000008", true, 0), ("t=A1", false, 1),
            ] {
                let url = "https://appclip.tap.giving/Grace?f=12&r=0&\(query)"
                let tap = try await data.queue(
                    url, route: Route.parse(url, profile: .tap, hosts: .standard), organization: "Grace",
                    .unchecked, source: .tag, in: queue)
                #expect(tap.isFresh == isFresh && queue.count == waiting, "\(query)")
            }
            try await queue.flush()
            let seen: Int? = try await data.read { try $0.value("SELECT COUNT(*) FROM seen_tap") }
            #expect(seen == 4)
        }
    }

    private static func item(_ data: DataFolder) -> TapQueue.Item {
        TapQueue.Item(
            tap: data.giving.newTap(
                "https://appclip.tap.giving/Grace?f=12&r=0", nil, organization: "Grace", source: .link),
            seen: nil)
    }

    private static func withFolder(_ body: (DataFolder) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "queue-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let data = try await DataFolder.open(folder.path) { _ in }
        defer { try? data.close() }
        try await body(data)
    }
}

/// A database whose next write can fail, before or after its commit.
private final class ScriptedRunner: TransactionRunner {
    private struct Failure {
        var error: DatabaseKit.DatabaseFileError
        var isCommitted: Bool
    }

    private let database: any TransactionRunner
    private let next = Mutex<Failure?>(nil)
    private let observer = Mutex<(@Sendable () -> Void)?>(nil)
    /// The largest number that an observer has found.
    let most = Mutex(0)

    init(_ database: any TransactionRunner) { self.database = database }

    func observe(_ observer: @escaping @Sendable () -> Void) { self.observer.withLock { $0 = observer } }

    func failNext(_ error: DatabaseKit.DatabaseFileError, isCommitted: Bool) {
        next.withLock { $0 = Failure(error: error, isCommitted: isCommitted) }
    }

    func write<T: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        observer.withLock { $0 }?()
        let failure = next.withLock { next in
            defer { next = nil }
            return next
        }
        if let failure, !failure.isCommitted { throw failure.error }
        let value = try await database.write(work)
        if let failure { throw failure.error }
        return value
    }

    func read<T: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        try await database.read(work)
    }
}
