public import TimeKit

/// A posting in the ledger.
public struct BookedPosting: Hashable, Sendable {
    /// The posting's position in the ledger, starting at 1, in ledger order.
    public var number: Int64
    /// The time of booking.
    public var time: Timestamp
    /// The posting.
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
