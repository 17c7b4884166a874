/// A job in which everything is right: what `batch new` keeps.
public struct BatchPlan: Hashable, Sendable {
    /// The batch.
    public var batch: Batch
    /// Its rows, in order.
    public var rows: [BatchRow]
    /// Where its managed tags lead; empty where they are not managed.
    public var destinations: [ManagedDestination]
    /// The rows whose URL differs from the one typed, in order.
    public var rewritten: [RewrittenRow]
    /// What a person should know before the first tag; empty mostly.
    public var notes: [String]
}
