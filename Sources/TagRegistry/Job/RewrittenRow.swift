public import InvocationRouter

/// A row whose URL is not planned as it was typed.
public struct RewrittenRow: Hashable, Sendable {
    /// The line of the table, from 1; nil if there is none.
    public var line: Int?
    /// The seat as it was typed; empty for a destination without a seat.
    public var seat: String
    /// The URL that is planned, without a tag's id and without a mirror's place-holder.
    public var url: String
    /// Every piece of the typed URL that `url` drops or changes, and what it adds; not empty.
    public var changes: [URLRewrite.Change]
}
