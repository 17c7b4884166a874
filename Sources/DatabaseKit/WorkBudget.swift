import Synchronization

/// A limit on the time that a task spends on due work. Work that is not done within the limit remains due.
///
/// Work that is divided into steps checks the budget between steps. The first steps always run, so that a
/// small amount of work is completed even on a slow machine.
public struct WorkBudget: Sendable {
    /// The budget of the current task. Nil if the task's time is not limited.
    @TaskLocal public static var current: WorkBudget?

    private let end: Duration
    private let now: @Sendable () -> Duration
    private let steps: Steps

    /// Creates a budget that starts now.
    ///
    /// - Parameters:
    ///   - limit: The maximum time for the work.
    ///   - least: The number of steps that always run.
    ///   - now: Returns the time of a monotonic clock.
    public init(_ limit: Duration, least: Int, now: @escaping @Sendable () -> Duration) {
        end = now() + limit
        self.now = now
        steps = Steps(left: least)
    }

    /// Whether the current task has a budget and that budget is spent. Each call counts as a step.
    public static var isSpent: Bool {
        guard let current, !current.steps.take() else { return false }
        return current.now() >= current.end
    }
}

/// A counter of the remaining steps that run even if the time limit has expired.
private final class Steps: Sendable {
    private let left: Atomic<Int>

    init(left: Int) { self.left = Atomic(left) }

    /// Uses one step. Returns false if no steps were left.
    func take() -> Bool { left.subtract(1, ordering: .relaxed).oldValue > 0 }
}
