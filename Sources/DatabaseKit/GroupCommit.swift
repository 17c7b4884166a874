import GRDB
import Synchronization

/// Commits transactions in groups: one transaction for all that wait, and while the disk keeps it, the next.
///
/// Nobody waits for company, but for the disk: a group is whoever has been handed in by the time its last unit has run, and
/// begins while the disk still works for the one before it where enough wait. The units run in the order in which they
/// were handed in. Where one throws, those of its group run a second time: what a unit did to the file is undone before,
/// and what it did elsewhere it does again.
final class GroupCommit: Sendable {
    /// Tells a caller of success, once it is on the disk.
    typealias Notify = @Sendable () -> Void

    /// A unit that was handed in, and the two ways of answering whoever did.
    struct Unit: Sendable {
        /// Does the work; of what it returns the last is called.
        let run: @Sendable (Transaction) throws -> Notify
        /// Tells the caller of an error.
        let fail: @Sendable (any Error) -> Void

        fileprivate func notify(_ outcome: Outcome) {
            switch outcome {
            case .success(let notify): notify()
            case .failure(let error): fail(error)
            }
        }
    }

    /// Units in a group at most: past this the sync's share of a unit is small. In a larger one all who ask wait for one
    /// another in step, and while they are answered nobody is left to write for.
    static let limit = 16
    /// Fewer units than these wait until the disk has those before them: a small group writes almost as many pages as a
    /// large one, most of them the last page of an index, and whoever comes meanwhile joins it.
    static let few = limit / 2

    /// When a unit's turn comes.
    enum Turn {
        /// Before those that were not handed in so.
        case first
        case inOrder
        /// Once nobody else waits.
        case whenIdle
    }

    private struct Queue {
        var units: [Unit] = []
        var urgent: [Unit] = []
        var idle: [Unit] = []
        var isWorking = false
        var isClosed = false

        /// Those that are waited for.
        var waiting: Int { units.count + urgent.count }

        mutating func add(_ unit: Unit, _ turn: Turn) {
            switch turn {
            case .first: urgent.append(unit)
            case .inOrder: units.append(unit)
            case .whenIdle: idle.append(unit)
            }
        }

        /// Takes those that begin the next group; none where nobody is left.
        mutating func next() -> [Unit] {
            guard waiting == 0, !idle.isEmpty else { return take(GroupCommit.limit) }
            return [idle.removeFirst()]
        }

        /// Takes up to `count` units: those that go ahead first, but a place in eight is left to others that wait.
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

    /// - Parameter log: Whom the callers are told by.
    init(log: LogSync) { self.log = log }

    /// Transactions that were committed.
    var commits: Int { done.load(ordering: .relaxed) }

    /// Puts a unit into the queue.
    ///
    /// - Returns: True when nobody is working on the queue: the caller then has to see that ``work(on:check:)`` is called.
    ///   Nil when the queue is closed.
    func enqueue(_ unit: Unit, _ turn: Turn) -> Bool? {
        queue.withLock { queue in
            guard !queue.isClosed else { return nil }
            queue.add(unit, turn)
            defer { queue.isWorking = true }
            return !queue.isWorking
        }
    }

    /// Takes no more units; those in the queue still run.
    func close() {
        queue.withLock { $0.isClosed = true }
    }

    /// Commits group after group until the queue is empty, and the disk has all of them.
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

    /// Commits one group: `first` and whoever comes while they run. When the transaction fails, all of it has failed.
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

    /// Runs all in the hope that none refuses; where one does, once more, each in a savepoint of its own.
    ///
    /// Few units refuse, and a savepoint costs each a copy of every page that it changes.
    private func outcomes(of units: inout [Unit], on database: Database) throws -> [Outcome] {
        do {
            return try together(&units, on: database).map(Outcome.success)
        } catch let refusal as Refusal {
            return units.count == 1 ? [.failure(refusal.error)] : try apart(units, on: database)
        }
    }

    /// Runs one unit after the other, and whoever comes meanwhile, without a way back but that of the transaction.
    ///
    /// - Throws: ``Refusal`` when a unit throws: nothing is kept then.
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

    /// Runs each unit in a savepoint: one that throws is rolled back alone.
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
    /// - Throws: The unit's error, when it cost the whole transaction: a full disk makes SQLite roll back everything.
    private func outcome(of unit: Unit, on database: Database) throws -> Outcome {
        // Statements that are prepared once: GRDB's `inSavepoint` prepares them for each unit.
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

/// What a unit threw.
private struct Refusal: Error {
    let error: any Error
}

/// What became of a unit whose transaction is committed.
private typealias Outcome = Result<GroupCommit.Notify, any Error>

extension Outcome {
    fileprivate var isSuccess: Bool { (try? get()) != nil }
}
