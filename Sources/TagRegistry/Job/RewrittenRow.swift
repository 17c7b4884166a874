public import InvocationRouter

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
