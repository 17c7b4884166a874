import DatabaseKit
import Dispatch
import Foundation
import GRDB
import Synchronization
import Testing

@testable import DatabaseKit

/// What stands between a commit and its answer: the disk.
@Suite(.timeLimit(.minutes(2))) struct DurabilityTests {
    let scratch = Scratch()

    /// A connection that commits in groups, on a disk that works when it is told to.
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

        /// Hands in a unit that adds a number, and works where nobody does.
        func add(_ value: Int) {
            let unit = GroupCommit.Unit(
                run: { database in
                    try database.add(value)
                    return { self.told.withLock { $0.append(value) } }
                }, fail: { _ in self.told.withLock { $0.append(-value) } })
            guard group.enqueue(unit, .inOrder) == true else { return }
            connection.asyncWriteWithoutTransaction { self.group.work(on: $0, check: {}) }
        }

        /// Does so, and waits until it is committed: the disk may not have it.
        func commit(_ value: Int) {
            add(value)
            committed.wait()
        }

        /// Waits until all that was handed in has been told.
        func settle() {
            connection.inDatabase { _ in }
            log.finish()
        }

        func finish() throws {
            settle()
            try connection.close()
        }
    }

    /// What another connection sees.
    private func numbers() throws -> [Int] {
        let reader = try scratch.stranger()
        defer { try? reader.close() }
        return try reader.inDatabase { try Transaction(database: $0).numbers() }
    }

    @Test("a unit is answered once the disk has it, and not when it is committed")
    func answers() throws {
        let writer = try Writer(scratch)
        writer.commit(1)
        #expect(try numbers() == [1])
        #expect(writer.told.withLock { $0 } == [])
        writer.turn.signal()
        try writer.finish()
        #expect(writer.told.withLock { $0 } == [1])
    }

    @Test("while the disk works, a few wait for it, and share the next group")
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

    @Test("when the disk fails, those that were committed are told of it, and later ones do not begin")
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
        "who reads waits for the disk, also when what they look for is not there", arguments: [true, false])
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
        // Who did not wait would have answered by the time that others have read ten times.
        for _ in 1...10 { #expect(try await pool.read { try Transaction(database: $0).numbers() } == [1]) }
        #expect(answers.all == [])
        turn.signal()
        try await writing.value
        await reading.value
        #expect(answers.all == ["disk", "reader"])
        try file.close()
    }

    @Test("a database behind a link has its log beside the file itself, and is kept")
    func linked() async throws {
        try scratch.open().close()
        let link = scratch.folder + "/link.sqlite"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: scratch.path)
        let file = try DatabaseFile.open(at: link, migrations: [Scratch.numbers])
        try await file.write { try $0.add(1) }
        try file.close()
        #expect(try await scratch.open().read { try $0.numbers() } == [1])
    }

    @Test("the log of a file that is there is synced; where there is none, it says so")
    func logFile() async throws {
        let file = try scratch.open()
        try await file.write { try $0.add(1) }
        let log = try LogFile(of: scratch.path)
        try log.sync()
        #expect(try await code { _ = try LogFile(of: scratch.folder + "/none.sqlite") } == .cannotOpen)
        try file.close()
    }
}

/// Who came first.
private final class Answers: Sendable {
    private let names = Mutex<[String]>([])
    var all: [String] { names.withLock { $0 } }

    func add(_ name: String) { names.withLock { $0.append(name) } }
}
