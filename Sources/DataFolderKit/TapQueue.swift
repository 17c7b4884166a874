package import DatabaseKit
package import Giving
import Synchronization
package import TagRegistry

/// A queue that stores taps in batches. Adding a tap waits for the database only if the queue is full.
///
/// Each batch is one transaction. A batch begins when ``batchSize`` taps are waiting, or when ``flush()`` is
/// called. If the process is killed, the waiting taps are lost.
package final class TapQueue: Sendable {
    /// A tap, with its record for the tag registry if the tap's URL identifies a tag.
    package struct Item: Sendable {
        package var tap: Tap
        package var seen: SeenTap?
    }

    private struct State {
        var waiting: [Item] = []
        /// The batch that is being stored.
        var batch: [Item] = []
        var task: Task<Void, any Error>?
        /// Whether the first waiting taps may already be stored. True after a batch has failed, because the
        /// database may have stored the batch's taps despite the error.
        var mayBeStored = false
        /// The total number of taps that were added.
        var added = 0
        /// The total number of taps that were added and have since been stored or dropped.
        var done = 0
    }

    /// The number of waiting taps at which a batch begins, and the maximum size of a batch.
    package static let batchSize = 512
    /// The maximum number of taps in the queue. A full queue takes about 4 MB.
    package static let limit = 4_096

    private let state = Mutex(State())
    private let database: any TransactionRunner
    private let failed: @Sendable (any Error) -> Void

    /// Creates an empty queue.
    ///
    /// - Parameters:
    ///   - database: The database that stores the taps.
    ///   - failed: Called with the error for each tap that is dropped. A tap is dropped if it cannot be
    ///     stored but another tap of its batch can.
    package init(
        on database: any TransactionRunner, failed: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.database = database
        self.failed = failed
    }

    /// The number of taps that have not been stored yet.
    package var count: Int { state.withLock { $0.waiting.count + $0.batch.count } }

    /// Adds a tap. If the queue is full, waits until a batch is stored.
    ///
    /// - Throws: The database's error if the queue is full and the taps cannot be stored.
    package func add(_ item: Item) async throws {
        while let task = state.withLock({ insert(item, into: &$0) }) { try await task.value }
    }

    /// Stores all taps that were added before the call.
    ///
    /// - Throws: The database's error. If this function throws an error, the taps remain in the queue.
    package func flush() async throws {
        let goal = state.withLock(\.added)
        while let task = state.withLock({ $0.done < goal ? begin(&$0) : nil }) { try await task.value }
    }

    /// Stores all queued taps if one of them has the given id.
    package func flush(for id: String) async throws {
        let isWaiting = state.withLock { state in
            state.batch.contains { $0.tap.id == id } || state.waiting.contains { $0.tap.id == id }
        }
        if isWaiting { try await flush() }
    }

    /// Adds a tap if the queue is not full, and begins a batch if ``batchSize`` taps are waiting.
    ///
    /// - Returns: If the queue is full, the task that stores the current batch. Nil if the tap was added.
    private func insert(_ item: Item, into state: inout State) -> Task<Void, any Error>? {
        guard state.waiting.count + state.batch.count < Self.limit else { return begin(&state) }
        state.waiting.append(item)
        state.added += 1
        if state.waiting.count >= Self.batchSize { _ = begin(&state) }
        return nil
    }

    /// Returns the task that stores the current batch. If no batch is being stored, begins a new one, or
    /// returns nil if no tap is waiting.
    private func begin(_ state: inout State) -> Task<Void, any Error>? {
        if let task = state.task { return task }
        guard !state.waiting.isEmpty else { return nil }
        let batch = Array(state.waiting.prefix(Self.batchSize))
        state.waiting.removeFirst(batch.count)
        let mayBeStored = state.mayBeStored
        // Detached: the batch belongs to no request, and must not end with one.
        let task = Task.detached { [self] in
            do {
                try await store(batch, mayBeStored: mayBeStored)
            } catch {
                self.state.withLock { end(&$0, isStored: false) }
                throw error
            }
            self.state.withLock { end(&$0, isStored: true) }
        }
        (state.batch, state.task) = (batch, task)
        return task
    }

    /// Ends the current batch. A batch that was not stored returns to the queue.
    private func end(_ state: inout State, isStored: Bool) {
        state.mayBeStored = !isStored
        if isStored { state.done += state.batch.count } else { state.waiting = state.batch + state.waiting }
        (state.batch, state.task) = ([], nil)
        if isStored, state.waiting.count >= Self.batchSize { _ = begin(&state) }
    }

    /// Stores a batch. If a single tap may have caused a failure, stores each tap in a separate transaction,
    /// and drops the taps that fail again. If every tap fails, throws the error and drops no tap.
    private func store(_ batch: [Item], mayBeStored: Bool) async throws {
        do {
            try await write(batch, mayBeStored: mayBeStored)
        } catch let error as DatabaseFileError where batch.count > 1 && error.mayConcernOneRow {
            var failures: [any Error] = []
            for item in batch {
                do { try await write([item], mayBeStored: true) } catch { failures.append(error) }
            }
            guard failures.count < batch.count else { throw error }
            failures.forEach(failed)
        }
    }

    private func write(_ items: [Item], mayBeStored: Bool) async throws {
        // Counted: the taps are new rows, and their places are rows that this transaction adds.
        try await database.writeCounted { transaction in
            let new = mayBeStored ? try items.filter { try transaction.tap($0.tap.id) == nil } : items
            try transaction.save(new.map(\.tap))
            try transaction.save(new: new.compactMap(\.seen))
        }
    }
}

extension DatabaseFileError {
    /// Whether one of the transaction's rows may have caused the error.
    fileprivate var mayConcernOneRow: Bool {
        // A full disk has the engine's error. Without it, all keys of a tap's second are in use.
        code == .constraint || code == .internal || (code == .full && underlying == nil)
    }
}
