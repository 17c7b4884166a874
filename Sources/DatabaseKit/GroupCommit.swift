import GRDB
import Synchronization

/// A queue that commits transactions in groups. The transactions of a group share one SQLite transaction and
/// one sync.
///
/// A unit is a queued transaction. A unit never waits for a group to become full. Units that arrive while a
/// group is running join the group, up to ``limit`` units. If at least ``few`` units are waiting, the next
/// group starts while the log of the previous group is still being synced. Units run in the order of their
/// arrival, except for urgent units, which run first, and idle units, which run last. If one of several units
/// throws an error, SQLite rolls back the whole group, and all units of the group run again. Units must
/// therefore be repeatable.
final class GroupCommit: Sendable {
    /// A function that reports success to the caller. It is called after the transaction is on disk.
    typealias Notify = @Sendable () -> Void

    /// A queued transaction, with functions that report its outcome.
    struct Unit: Sendable {
        /// A closure that does the work and returns the function that reports success. If the work is
        /// repeated, only the last returned function is called.
        let run: @Sendable (Transaction) throws -> Notify
        /// A closure that reports an error to the caller.
        let fail: @Sendable (any Error) -> Void

        fileprivate func notify(_ outcome: Outcome) {
            switch outcome {
            case .success(let notify): notify()
            case .failure(let error): fail(error)
            }
        }
    }

    /// The maximum number of units in a group. At this size, each unit's share of the sync is already small.
    /// With a higher limit, all callers would be in the same group, and the writer would be idle while the
    /// callers receive their results.
    static let limit = 16
    /// The number of waiting units at which a new group starts even if the previous group is not on disk yet.
    /// With fewer units, the new group waits until the previous group is on disk, because more units may
    /// arrive in the meantime, and because a small group writes almost as many pages as a large group (mostly
    /// the last pages of indexes).
    static let few = limit / 2

    /// The position of a unit in the queue.
    enum Turn {
        /// The unit runs before all units that run in the order of arrival.
        case first
        case inOrder
        /// The unit runs only if no other unit is waiting.
        case whenIdle
    }

    private struct Queue {
        var units: [Unit] = []
        var urgent: [Unit] = []
        var idle: [Unit] = []
        var isWorking = false
        var isClosed = false

        /// The number of queued units whose callers are waiting.
        var waiting: Int { units.count + urgent.count }

        mutating func add(_ unit: Unit, _ turn: Turn) {
            switch turn {
            case .first: urgent.append(unit)
            case .inOrder: units.append(unit)
            case .whenIdle: idle.append(unit)
            }
        }

        /// Removes and returns the units with which the next group starts. Returns an empty array if the
        /// queue is empty.
        mutating func next() -> [Unit] {
            guard waiting == 0, !idle.isEmpty else { return take(GroupCommit.limit) }
            return [idle.removeFirst()]
        }

        /// Removes and returns up to `count` units. Urgent units come first, but one position in eight is
        /// reserved for other units.
        mutating func take(_ count: Int) -> [Unit] {
            let first = min(urgent.count, max(count - units.count, count - (count + 7) / 8))
            let rest = min(units.count, count - first)
            defer {
                urgent.removeFirst(first)
                units.removeFirst(rest)
            }
            return Array(urgent.prefix(first) + units.prefix(rest))
        }
    }

    private let queue = Mutex(Queue())
    private let done = Atomic(0)
    private let log: LogSync

    /// Creates a queue of transactions.
    ///
    /// - Parameter log: The object that syncs the log to disk. It reports the outcome of each transaction
    ///   once the transaction is on disk.
    init(log: LogSync) { self.log = log }

    /// The number of SQLite transactions that have been committed so far.
    var commits: Int { done.load(ordering: .relaxed) }

    /// Adds a unit to the queue.
    ///
    /// - Returns: Whether the queue was idle. If so, the caller must call ``work(on:check:)``. Nil if the
    ///   queue is closed.
    func enqueue(_ unit: Unit, _ turn: Turn) -> Bool? {
        queue.withLock { queue in
            guard !queue.isClosed else { return nil }
            queue.add(unit, turn)
            defer { queue.isWorking = true }
            return !queue.isWorking
        }
    }

    /// Closes the queue for new units. Units that are already in the queue still run.
    func close() {
        queue.withLock { $0.isClosed = true }
    }

    /// Commits one group after another until the queue is empty and everything is on disk.
    func work(on database: Database, check: () throws -> Void) {
        while true {
            if queue.withLock(\.waiting) < Self.few { log.finish() }
            let units = queue.withLock { queue in
                let units = queue.next()
                queue.isWorking = !units.isEmpty
                return units
            }
            if units.isEmpty { return }
            commit(units, on: database, check: check)
        }
    }

    /// Commits a group: `first`, and the units that arrive while the group is running. If the SQLite
    /// transaction fails, all units of the group fail.
    private func commit(_ first: [Unit], on database: Database, check: () throws -> Void) {
        var units = first
        let outcomes: [Outcome]
        do {
            try check()
            try log.check()
            outcomes = try self.outcomes(of: &units, on: database)
        } catch {
            outcomes = units.map { _ in .failure(error) }
        }
        if outcomes.contains(where: \.isSuccess) { done.add(1, ordering: .relaxed) }
        log.ended { [units] failure in
            for (unit, outcome) in zip(units, outcomes) {
                unit.notify(failure.map(Outcome.failure) ?? outcome)
            }
        }
    }

    /// Runs the units without savepoints. If one of them throws an error, runs all of them again, each in a
    /// savepoint.
    ///
    /// Running them without savepoints first is faster, because few units throw errors, and a savepoint
    /// copies every page that its unit changes.
    private func outcomes(of units: inout [Unit], on database: Database) throws -> [Outcome] {
        do {
            return try together(&units, on: database).map(Outcome.success)
        } catch let refusal as Refusal {
            return units.count == 1 ? [.failure(refusal.error)] : try apart(units, on: database)
        }
    }

    /// Runs the given units, and any units that arrive in the meantime, one after another and without
    /// savepoints.
    ///
    /// - Throws: ``Refusal`` if a unit throws an error. In that case, nothing is stored.
    private func together(_ units: inout [Unit], on database: Database) throws -> [Notify] {
        var notifiers: [Notify] = []
        try database.inTransaction(.immediate) {
            while notifiers.count < units.count {
                do {
                    let isShared = units.count > 1 || queue.withLock(\.waiting) > 0
                    notifiers.append(
                        try units[notifiers.count].run(Transaction(database: database, isShared: isShared)))
                } catch {
                    throw Refusal(error: error)
                }
                if notifiers.count == units.count {
                    units += queue.withLock { $0.take(Self.limit - units.count) }
                }
            }
            log.willCommit()
            return .commit
        }
        return notifiers
    }

    /// Runs each unit in a savepoint. If a unit throws an error, only that unit is rolled back.
    private func apart(_ units: [Unit], on database: Database) throws -> [Outcome] {
        var outcomes: [Outcome] = []
        try database.inTransaction(.immediate) {
            outcomes = try units.map { try outcome(of: $0, on: database) }
            log.willCommit()
            return outcomes.contains(where: \.isSuccess) ? .commit : .rollback
        }
        return outcomes
    }

    /// Runs one unit in a savepoint.
    ///
    /// - Throws: The unit's error, if that error has ended the whole transaction. For example, SQLite rolls
    ///   back the transaction if the disk is full.
    private func outcome(of unit: Unit, on database: Database) throws -> Outcome {
        // These statements are compiled only once, while GRDB's `inSavepoint` compiles them for each unit.
        func run(_ sql: String) throws { try database.cachedStatement(sql: sql).execute() }
        try run("SAVEPOINT unit")
        do {
            let notify = try unit.run(Transaction(database: database, isShared: true))
            try run("RELEASE unit")
            return .success(notify)
        } catch {
            guard database.isInsideTransaction else { throw error }
            try run("ROLLBACK TO unit")
            try run("RELEASE unit")
            return .failure(error)
        }
    }
}

/// The error that a unit threw.
private struct Refusal: Error {
    let error: any Error
}

/// The result of a unit: the function that reports success, or the error to report.
private typealias Outcome = Result<GroupCommit.Notify, any Error>

extension Outcome {
    fileprivate var isSuccess: Bool { (try? get()) != nil }
}
