public import TimeKit

/// A posting as it stands in the ledger.
public struct BookedPosting: Hashable, Sendable {
    /// Counted from 1, in the order of booking.
    public var number: Int64
    /// When it was booked.
    public var time: Timestamp
    /// What was booked.
    public var posting: Posting
}

/// The answer of a check of the whole ledger.
public struct LedgerCheck: Hashable, Sendable {
    /// How many postings there are.
    public var postings: Int
    /// How many entries they have.
    public var entries: Int
    /// What does not add up, a sentence each; empty when all does.
    public var problems: [String]

    /// Whether all adds up.
    public var isBalanced: Bool { problems.isEmpty }
}
