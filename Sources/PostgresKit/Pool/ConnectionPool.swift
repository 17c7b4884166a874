import DatabaseKit
import Foundation

/// A pool of threads that run transactions. Each thread has one connection.
///
/// If the number of waiting jobs exceeds the number of idle threads, a new thread starts, up to the limit.
/// The oldest job starts first, unless a running job has the same shared name.
final class ConnectionPool: @unchecked Sendable {
    /// A transaction that waits in the queue.
    struct Job: Sendable {
        let id: Int
        /// The name of the data that the transaction shares with others, or nil. Jobs with the same name run
        /// one at a time.
        let shared: String?
        /// The closure that runs the transaction and reports the result to the caller.
        let run: @Sendable (ConnectionSlot) -> Void
        /// The closure that reports to the caller that the job will not run.
        let fail: @Sendable (any Error) -> Void
    }

    private let settings: PostgresSettings
    private let hosts = HostMemory()
    private let firstSlot: Int64
    /// The condition that guards the properties below. It is signaled when a job is added, and when the pool
    /// is closed.
    private let changed = NSCondition()
    private var jobs: [Job] = []
    /// The shared names of the running jobs.
    private var changing: Set<String> = []
    private var isClosed = false
    private var (threads, idle) = (0, 0)
    private var closers: [CheckedContinuation<Void, Never>] = []
    private var lastID = 0

    /// - Parameter firstSlot: The slot in which the first connection changes counters. Each further connection
    ///   uses the next slot, so that the connections do not wait for each other.
    init(_ settings: PostgresSettings, firstSlot: Int64) {
        (self.settings, self.firstSlot) = (settings, firstSlot)
    }

    /// Returns the id for a new job.
    func newID() -> Int {
        changed.withLock {
            lastID += 1
            return lastID
        }
    }

    /// Adds a job to the queue. If the pool is closed or the queue is full, the job fails.
    func add(_ job: Job) {
        let error: PostgresError? = changed.withLock {
            guard !isClosed else {
                return PostgresError(
                    .closed, at: settings.name, "the database is closed", remedy: "open it again")
            }
            guard jobs.count < settings.queueLimit else {
                return PostgresError(
                    .busy, at: settings.name, "too many transactions are waiting",
                    reason:
                        "all connections (\(threads)) are in use, and \(jobs.count) transactions are waiting",
                    remedy: "try again in a moment")
            }
            jobs.append(job)
            if jobs.count > idle, threads < max(settings.connectionLimit, 1) {
                threads += 1
                start()
            }
            return nil
        }
        if let error { job.fail(error) } else { changed.signal() }
    }

    /// Removes a job from the queue, and reports `CancellationError` to the job's caller. Does nothing if the
    /// job has already started.
    func cancel(_ id: Int) {
        let job: Job? = changed.withLock {
            jobs.firstIndex { $0.id == id }.map { jobs.remove(at: $0) }
        }
        job?.fail(CancellationError())
    }

    /// Refuses new jobs. The threads end after they have run the queued jobs.
    func close() {
        changed.withLock { isClosed = true }
        changed.broadcast()
    }

    /// Waits until all threads have ended.
    func closed() async {
        await withCheckedContinuation { closer in
            let isDone = changed.withLock {
                if threads > 0 { closers.append(closer) }
                return threads == 0
            }
            if isDone { closer.resume() }
        }
    }

    private func start() {
        let counterSlot = (firstSlot + Int64(threads)) % Transaction.usualSlots
        let thread = Thread { [self] in
            let slot = ConnectionSlot(settings, hosts: hosts, counterSlot: counterSlot)
            while let job = next() {
                job.run(slot)
                if let name = job.shared { _ = changed.withLock { changing.remove(name) } }
            }
            end()
        }
        thread.name = "postgres"
        thread.stackSize = 2 << 20
        thread.start()
    }

    /// Waits for the next job. Returns nil if the pool is closed and the queue is empty.
    private func next() -> Job? {
        changed.withLock {
            while true {
                if let place = runnable {
                    let job = jobs.remove(at: place)
                    if let name = job.shared { changing.insert(name) }
                    // Another job's signal may have woken a thread while that job could not run yet.
                    if isClosed { changed.broadcast() } else if idle > 0, runnable != nil { changed.signal() }
                    return job
                }
                if isClosed, jobs.isEmpty { return nil }
                idle += 1
                changed.wait()
                idle -= 1
            }
        }
    }

    /// The index of the oldest job that can start while the running jobs continue, or nil.
    private var runnable: Int? {
        jobs.firstIndex { job in job.shared.map { !changing.contains($0) } ?? true }
    }

    private func end() {
        let done: [CheckedContinuation<Void, Never>] = changed.withLock {
            threads -= 1
            guard threads == 0 else { return [] }
            defer { closers = [] }
            return closers
        }
        for closer in done { closer.resume() }
    }
}
