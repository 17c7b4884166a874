public import InvocationRouter

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
    /// The notes for people; usually empty.
    public var notes: [BatchNote]
}

/// A note about a batch, for people.
public enum BatchNote: Hashable, Sendable {
    /// The organization cannot be paid yet.
    case notPayable(String)
    /// Any other note, as a clause.
    case words(String)
}

/// A row whose planned URL differs from the one typed.
public struct RewrittenRow: Hashable, Sendable {
    /// The line number in the table, starting at 1, or nil if the row is not from a table.
    public var line: Int?
    /// The seat as typed; empty for a destination without a seat.
    public var seat: String
    /// The planned URL, without a tag's id and a mirror's placeholder.
    public var url: String
    /// The pieces of the typed URL that `url` drops or changes, and the added ones; never empty.
    public var changes: [URLRewrite.Change]
}
