import Dispatch
import Synchronization
import Testing

@testable import DatabaseKit

@Suite(.timeLimit(.minutes(2))) struct LogSyncTests {
    /// A disk controlled by the test.
    private final class Disk: Sendable {
        private let turn = DispatchSemaphore(value: 0)
        private let failure: DatabaseKit.DatabaseFileError?
        private let done = Mutex(0)

        init(failing failure: DatabaseKit.DatabaseFileError? = nil) { self.failure = failure }

        var syncs: Int { done.withLock { $0 } }

        func sync() throws(DatabaseKit.DatabaseFileError) {
            turn.wait()
            done.withLock { $0 += 1 }
            if let failure { throw failure }
        }

        func goOn() { turn.signal() }
    }

    private static let failure = DatabaseFileError(.inputOutput, at: "test.sqlite", "the disk failed")

    /// A record of notified callers and their errors.
    private final class Told: Sendable {
        private let told = Mutex<[String]>([])
        var all: [String] { told.withLock { $0 } }

        func tell(_ name: String) -> LogSync.Notify {
            { failure in self.told.withLock { $0.append(name + (failure.map { " \($0.code)" } ?? "")) } }
        }
    }

    private func log(on disk: Disk) -> LogSync {
        LogSync { () throws(DatabaseKit.DatabaseFileError) in try disk.sync() }
    }

    /// Commits a transaction with changes.
    private func commit(on log: LogSync, _ tell: @escaping LogSync.Notify) {
        log.willCommit()
        log.wrote()
        log.ended(tell)
    }

    @Test("a commit returns after its sync, and commits that arrive meanwhile share the next one")
    func told() {
        let (disk, told) = (Disk(), Told())
        let log = log(on: disk)
        commit(on: log, told.tell("a"))
        commit(on: log, told.tell("b"))
        commit(on: log, told.tell("c"))
        #expect(told.all == [])
        // The first sync may have begun before `b` and `c`, which share the next one, or after them.
        disk.goOn()
        disk.goOn()
        log.finish()
        #expect(told.all == ["a", "b", "c"])
        #expect(disk.syncs <= 2)
    }

    @Test("a reader waits for the sync only of a commit that it has seen")
    func seen() async throws {
        let (disk, told) = (Disk(), Told())
        let log = log(on: disk)
        try await log.settled()
        commit(on: log, told.tell("written"))
        let reading = Task {
            try await log.settled()
            return disk.syncs
        }
        disk.goOn()
        #expect(try await reading.value == 1)
        log.finish()
        #expect(told.all == ["written"])
        try await log.settled()
        #expect(disk.syncs == 1)
    }

    @Test("a read during a commit may have seen it, and waits for its sync")
    func within() async throws {
        let (disk, told) = (Disk(), Told())
        let log = log(on: disk)
        log.willCommit()
        let reading = Task.immediate {
            try await log.settled()
            told.tell("read")(nil)
        }
        #expect(told.all == [])
        log.wrote()
        log.ended(told.tell("written"))
        disk.goOn()
        try await reading.value
        #expect(Set(told.all) == ["written", "read"])
    }

    @Test("a transaction without changes needs no sync")
    func unchanged() {
        let (disk, told) = (Disk(), Told())
        let log = log(on: disk)
        log.willCommit()
        log.ended(told.tell("a"))
        log.finish()
        #expect(told.all == ["a"])
        #expect(disk.syncs == 0)
    }

    @Test("a transaction without changes waits for the sync of earlier changes")
    func unchangedBehindChanged() {
        let (disk, told) = (Disk(), Told())
        let log = log(on: disk)
        commit(on: log, told.tell("a"))
        log.willCommit()
        log.ended(told.tell("b"))
        #expect(told.all == [])
        disk.goOn()
        log.finish()
        #expect(told.all == ["a", "b"])
        #expect(disk.syncs == 1)
    }

    @Test("after a failed sync, everything fails without another sync")
    func failed() async {
        let (disk, told) = (Disk(failing: Self.failure), Told())
        let log = log(on: disk)
        commit(on: log, told.tell("a"))
        disk.goOn()
        log.finish()
        #expect(throws: DatabaseKit.DatabaseFileError.self) { try log.check() }
        commit(on: log, told.tell("b"))
        log.finish()
        #expect(told.all == ["a inputOutput", "b inputOutput"])
        #expect(disk.syncs == 1)
        await #expect(throws: DatabaseKit.DatabaseFileError.self) { try await log.settled() }
    }

    @Test("a failure reported from elsewhere fails commits and reads")
    func failedElsewhere() async {
        let (disk, told) = (Disk(), Told())
        let log = log(on: disk)
        log.fail(with: Self.failure)
        commit(on: log, told.tell("a"))
        log.finish()
        #expect(told.all == ["a inputOutput"])
        #expect(disk.syncs == 0)
        await #expect(throws: DatabaseKit.DatabaseFileError.self) { try await log.settled() }
    }
}
