import Foundation

/// Runs the jobs of one actor on one OS thread of its own, so that its isolated code may block in C.
///
/// The threads of Swift's pool must never block; a reader blocks all the time. ``stop()`` is called from the
/// actor's `deinit`: nothing can be enqueued behind that.
final class ThreadExecutor: SerialExecutor, @unchecked Sendable {
    /// Guards `jobs`, `stopped` and `thread`; signalled when one of the first two changes.
    private let changed = NSCondition()
    private var jobs: [UnownedJob] = []
    private var stopped = false
    private var thread: Thread?

    /// Starts the thread; `name` is what debuggers show.
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
            precondition(!stopped, "a job for an executor that has stopped")
            jobs.append(job)
        }
        changed.signal()
    }

    /// Lets the thread end once it has run what is enqueued.
    func stop() {
        changed.withLock { stopped = true }
        changed.signal()
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    func checkIsolated() {
        precondition(changed.withLock { Thread.current === thread }, "not on the executor's thread")
    }

    /// Waits for a job; nil when the executor has stopped and nothing is left.
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
