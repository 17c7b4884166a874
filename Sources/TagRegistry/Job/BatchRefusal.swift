/// All that is wrong with a job.
public struct BatchRefusal: Error, Hashable, Sendable {
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
