public import FailureKit

/// All that is wrong with a job.
public struct BatchRefusal: Failure, Hashable, Sendable {
    /// By line; never empty.
    public var problems: [BatchProblem]
    /// How many rows the job has.
    public var rows: Int

    /// A refusal of a job with so many rows.
    public init(problems: [BatchProblem], rows: Int) {
        self.problems = problems
        self.rows = rows
    }
}

extension BatchRefusal {
    /// The stable code of the first problem.
    public var failureCode: String { problems.first?.code.rawValue ?? "refused" }

    /// The kind of failure.
    public var category: FailureCategory { .malformed }

    /// A clause that says what happened.
    public var summary: String {
        problems.count == 1
            ? "1 thing is wrong, and nothing was kept"
            : "\(problems.count) things are wrong, and nothing was kept"
    }

    /// The problems, one per line.
    public var reason: String { problems.map(\.words).joined(separator: "\n") }
}
