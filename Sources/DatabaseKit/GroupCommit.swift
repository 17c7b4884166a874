import GRDB
import Synchronization

/// Commits units of work in groups: one transaction and one sync of the disk for all that wait.
///
/// Nobody waits for company: a group is whoever has been handed in by the time its last unit has run. The units run
/// in the order in which they were handed in, each in a savepoint of its own.
final class GroupCommit: Sendable {
    /// A unit that was handed in, and the two ways of answering whoever did.
    struct Unit: Sendable {
        /// Does the work; what it returns tells the caller of success, and is called after the commit.
        let run: @Sendable (DatabaseUnit) throws -> @Sendable () -> Void
        /// Tells the caller of an error.
        let fail: @Sendable (any Error) -> Void
    }

    /// Units in a group at most: past this the sync's share of a unit is small. In a larger one all who ask wait for one
    /// another in step, and while they are answered nobody is left to write for.
    static let limit = 16

    private struct Queue {
        var units: [Unit] = []
        var isWorking = false
        var isClosed = false

        /// Takes up to `count` units off the front.
        mutating func take(_ count: Int) -> [Unit] {
            defer { units.removeFirst(min(count, units.count)) }
            return Array(units.prefix(count))
        }
    }

    private let queue = Mutex(Queue())
    private let done = Atomic(0)

    /// Transactions that were committed.
    var commits: Int { done.load(ordering: .relaxed) }

    /// Puts a unit at the end of the queue.
    ///
    /// - Returns: True when nobody is working on the queue: the caller then has to see that ``work(on:check:)`` is called.
    ///   Nil when the queue is closed.
    func enqueue(_ unit: Unit) -> Bool? {
        queue.withLock { queue in
            guard !queue.isClosed else { return nil }
            queue.units.append(unit)
            defer { queue.isWorking = true }
            return !queue.isWorking
        }
    }

    /// Takes no more units; those in the queue still run.
    func close() {
        queue.withLock { $0.isClosed = true }
    }

    /// Commits group after group until the queue is empty.
    func work(on database: Database, check: () throws -> Void) {
        while true {
            let units = queue.withLock { queue in
                queue.isWorking = !queue.units.isEmpty
                return queue.take(Self.limit)
            }
            if units.isEmpty { return }
            commit(units, on: database, check: check)
        }
    }

    /// Commits one group: `first` and whoever comes while they run. When the transaction fails, all of it has failed.
    private func commit(_ first: [Unit], on database: Database, check: () throws -> Void) {
        var units = first
        var outcomes: [Result<@Sendable () -> Void, any Error>] = []
        do {
            try check()
            try database.inTransaction(.immediate) {
                while outcomes.count < units.count {
                    outcomes.append(try outcome(of: units[outcomes.count], on: database))
                    if outcomes.count == units.count {
                        units += queue.withLock { $0.take(Self.limit - units.count) }
                    }
                }
                return outcomes.contains { (try? $0.get()) != nil } ? .commit : .rollback
            }
        } catch {
            for unit in units { unit.fail(error) }
            return
        }
        if outcomes.contains(where: { (try? $0.get()) != nil }) { done.add(1, ordering: .relaxed) }
        for (unit, outcome) in zip(units, outcomes) {
            switch outcome {
            case .success(let tell): tell()
            case .failure(let error): unit.fail(error)
            }
        }
    }

    /// Runs one unit in a savepoint.
    ///
    /// - Throws: The unit's error, when it cost the whole transaction: a full disk makes SQLite roll back everything.
    private func outcome(of unit: Unit, on database: Database) throws -> Result<
        @Sendable () -> Void, any Error
    > {
        // Statements that are prepared once: GRDB's `inSavepoint` prepares them for each unit.
        func run(_ sql: String) throws { try database.cachedStatement(sql: sql).execute() }
        try run("SAVEPOINT unit")
        do {
            let tell = try unit.run(DatabaseUnit(database: database))
            try run("RELEASE unit")
            return .success(tell)
        } catch {
            guard database.isInsideTransaction else { throw error }
            try run("ROLLBACK TO unit")
            try run("RELEASE unit")
            return .failure(error)
        }
    }
}
