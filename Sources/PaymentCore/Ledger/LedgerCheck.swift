public import TimeKit

/// A posting that was written to the ledger, with its position.
public struct BookedPosting: Hashable, Sendable {
    /// The posting's position in the ledger, starting at 1.
    public var number: Int64
    /// The time at which the posting was written.
    public var time: Timestamp
    /// The posting that was written.
    public var posting: Posting
}

/// The result of checking the whole ledger.
public struct LedgerCheck: Hashable, Sendable {
    /// The number of postings.
    public var postings: Int
    /// The number of entries in all postings.
    public var entries: Int
    /// The contradictions found in the ledger, one sentence each. The list is empty if the ledger is
    /// consistent.
    public var problems: [String]

    /// Whether the ledger is consistent.
    public var isBalanced: Bool { problems.isEmpty }
}
