import DatabaseKit
import Dispatch
import Foundation
import GRDB
import Synchronization
import Testing

@testable import DatabaseKit

/// Commits return only after the disk has stored them.
@Suite(.timeLimit(.minutes(2))) struct DurabilityTests {
    let scratch = Scratch()

    /// A connection that commits in groups, with a disk controlled by the test.
    private final class Writer: Sendable {
        let group: GroupCommit
        let turn = DispatchSemaphore(value: 0)
        let told = Mutex<[Int]>([])
        private let committed = DispatchSemaphore(value: 0)
        private let connection: DatabaseQueue
        private let hook: CommitHook
        private let log: LogSync

        init(_ scratch: Scratch, failing: Bool = false) throws {
            try scratch.open().close()
            let (turn, committed) = (turn, committed)
            let log = LogSync { () throws(DatabaseKit.DatabaseFileError) in
                turn.wait()
                if failing { throw DatabaseFileError(.inputOutput, at: "test.sqlite", "the disk failed") }
            }
            self.log = log
            group = GroupCommit(log: log)
            hook = CommitHook { _, _ in
                log.wrote()
                committed.signal()
            }
            connection = try scratch.stranger()
            connection.inDatabase { hook.listen(to: $0) }
        }

        /// Enqueues a transaction that adds a number, and runs the queue if it is idle.
        func add(_ value: Int) {
            let unit = GroupCommit.Unit(
                run: { database in
                    try database.add(value)
                    return { self.told.withLock { $0.append(value) } }
                }, fail: { _ in self.told.withLock { $0.append(-value) } })
            guard group.enqueue(unit, .inOrder) == true else { return }
            connection.asyncWriteWithoutTransaction { self.group.work(on: $0, check: {}) }
        }

        /// Enqueues a transaction, and waits until it is committed, but not synced.
        func commit(_ value: Int) {
            add(value)
            committed.wait()
        }

        /// Waits until all enqueued transactions have returned.
        func settle() {
            connection.inDatabase { _ in }
            log.finish()
        }

        func finish() throws {
            settle()
            try connection.close()
        }
    }

    /// Returns the numbers that another connection sees.
    private func numbers() throws -> [Int] {
        let reader = try scratch.stranger()
        defer { try? reader.close() }
        return try reader.inDatabase { try Transaction(database: $0).numbers() }
    }

    @Test("a transaction returns after its sync, not after its commit")
    func answers() throws {
        let writer = try Writer(scratch)
        writer.commit(1)
        #expect(try numbers() == [1])
        #expect(writer.told.withLock { $0 } == [])
        writer.turn.signal()
        try writer.finish()
        #expect(writer.told.withLock { $0 } == [1])
    }

    @Test("a few transactions wait during a sync, and share the next group")
    func fewWait() throws {
        let writer = try Writer(scratch)
        writer.commit(1)
        for value in 2...GroupCommit.few { writer.add(value) }
        #expect(try numbers() == [1])
        writer.turn.signal()
        writer.turn.signal()
        try writer.finish()
        #expect(writer.told.withLock { $0 } == Array(1...GroupCommit.few))
        #expect(writer.group.commits == 2)
    }

    @Test("a failed sync fails committed transactions, and later ones do not begin")
    func fails() throws {
        let writer = try Writer(scratch, failing: true)
        writer.add(1)
        writer.turn.signal()
        writer.settle()
        writer.add(2)
        try writer.finish()
        #expect(writer.told.withLock { $0 } == [-1, -2])
        #expect(try numbers() == [1])
    }

    @Test(
        "a read waits for the sync of what it saw, even if it throws", arguments: [true, false])
    func readersWait(_ isThere: Bool) async throws {
        struct Missing: Error {}
        try scratch.open().close()
        let turn = DispatchSemaphore(value: 0)
        let answers = Answers()
        let (begun, hasBegun) = AsyncStream<Void>.makeStream()
        let log = LogSync { () throws(DatabaseKit.DatabaseFileError) in
            hasBegun.yield()
            turn.wait()
            answers.add("disk")
        }
        let pool = try DatabasePool(path: scratch.path)
        let file = DatabaseFile(
            path: scratch.path, options: .init(), pool: pool,
            identity: try #require(FileIdentity(at: scratch.path)), log: log,
            checkpointer: Checkpointer(failing: log, at: scratch.path) { try DatabaseQueue(path: "") })
        let writing = Task.immediate { try await file.write { try $0.add(1) } }
        for await _ in begun { break }
        let (read, hasRead) = AsyncStream<Void>.makeStream()
        let reading = Task.immediate {
            _ = try? await file.read { unit in
                hasRead.yield()
                guard isThere else { throw Missing() }
                #expect(try unit.numbers() == [1])
            }
            answers.add("reader")
        }
        for await _ in read { break }
        // A reader that does not wait would have returned before ten other reads.
        for _ in 1...10 { #expect(try await pool.read { try Transaction(database: $0).numbers() } == [1]) }
        #expect(answers.all == [])
        turn.signal()
        try await writing.value
        await reading.value
        #expect(answers.all == ["disk", "reader"])
        try file.close()
    }

    @Test("a database opened through a symbolic link stores its transactions in the target")
    func linked() async throws {
        try scratch.open().close()
        let link = scratch.folder + "/link.sqlite"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: scratch.path)
        let file = try DatabaseFile.open(at: link, migrations: [Scratch.numbers])
        try await file.write { try $0.add(1) }
        try file.close()
        #expect(try await scratch.open().read { try $0.numbers() } == [1])
    }

    @Test("syncs an existing log, and reports a missing one")
    func logFile() async throws {
        let file = try scratch.open()
        try await file.write { try $0.add(1) }
        let log = try LogFile(of: scratch.path)
        try log.sync()
        #expect(try await code { _ = try LogFile(of: scratch.folder + "/none.sqlite") } == .cannotOpen)
        try file.close()
    }
}

/// The order in which callers returned.
private final class Answers: Sendable {
    private let names = Mutex<[String]>([])
    var all: [String] { names.withLock { $0 } }

    func add(_ name: String) { names.withLock { $0.append(name) } }
}
