import Foundation
public import Testing

/// Runs a test's own code on a thread that nothing else uses.
///
/// Swift's pool has a thread for each core, and other tests can occupy them for seconds; a test that measures
/// time would then measure those tests too.
public struct OwnThread: TestTrait, SuiteTrait, TestScoping {
    /// Whether a suite passes its trait on to its tests. Each test gets its own thread, and the suite itself
    /// gets none.
    public var isRecursive: Bool { true }

    /// Runs one test.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let thread = ThreadTaskExecutor()
        defer { thread.stop() }
        try await withTaskExecutorPreference(thread) { try await function() }
    }
}

extension Trait where Self == OwnThread {
    /// Runs each test on its own thread.
    public static var ownThread: OwnThread { OwnThread() }
}

/// A thread that runs the jobs of tasks, one after another.
private final class ThreadTaskExecutor: TaskExecutor, @unchecked Sendable {
    private let changed = NSCondition()
    private var jobs: [UnownedJob] = []
    private var stopped = false

    init() { Thread { [self] in while let job = next() { run(job) } }.start() }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        changed.withLock { jobs.append(job) }
        changed.signal()
    }

    func stop() {
        changed.withLock { stopped = true }
        changed.signal()
    }

    private func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }

    private func next() -> UnownedJob? {
        changed.withLock {
            while jobs.isEmpty {
                if stopped { return nil }
                changed.wait()
            }
            return jobs.removeFirst()
        }
    }
}
