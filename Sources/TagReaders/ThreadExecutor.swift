import Foundation

/// An executor that runs one actor's jobs on a dedicated OS thread, so that the actor can make blocking C
/// calls.
///
/// The threads of Swift's cooperative pool must never block, but a reader's calls block most of the time. The
/// actor's `deinit` calls ``stop()``, after which no jobs can be enqueued.
final class ThreadExecutor: SerialExecutor, @unchecked Sendable {
    /// The lock for `jobs`, `stopped` and `thread`. It is signaled when `jobs` or `stopped` changes.
    private let changed = NSCondition()
    private var jobs: [UnownedJob] = []
    private var stopped = false
    private var thread: Thread?

    /// Starts the thread. Debuggers show it as `name`.
    init(name: String) {
        let thread = Thread { [self] in
            while let job = nextJob() { job.runSynchronously(on: asUnownedSerialExecutor()) }
        }
        thread.name = name
        thread.stackSize = 512 * 1024
        changed.withLock { self.thread = thread }
        thread.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        changed.withLock {
            precondition(!stopped, "a job was enqueued after the executor stopped")
            jobs.append(job)
        }
        changed.signal()
    }

    /// Ends the thread after it has run the enqueued jobs.
    func stop() {
        changed.withLock { stopped = true }
        changed.signal()
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    func checkIsolated() {
        precondition(changed.withLock { Thread.current === thread }, "not on the executor's thread")
    }

    /// Waits for the next job and removes it from the queue. Returns nil if the executor has stopped and the
    /// queue is empty.
    private func nextJob() -> UnownedJob? {
        changed.lock()
        defer { changed.unlock() }
        while jobs.isEmpty {
            if stopped { return nil }
            changed.wait()
        }
        return jobs.removeFirst()
    }
}
