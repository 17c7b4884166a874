public import TimeKit

/// Which part of a list is wanted: newest first.
///
/// Source: Stripe API reference, "Pagination".
public struct ListQuery: Hashable, Sendable, Codable {
    /// How many, 1...100.
    public var limit: Int
    /// Go on behind this id.
    public var startingAfter: String?
    /// Go back from this id: what is newer; comes before `startingAfter`.
    public var endingBefore: String?
    /// Only what was made in these seconds.
    public var created: ClosedRange<Timestamp>?

    /// A page of a list.
    public init(
        limit: Int = 100, startingAfter: String? = nil, endingBefore: String? = nil,
        created: ClosedRange<Timestamp>? = nil
    ) {
        self.limit = limit
        self.startingAfter = startingAfter
        self.endingBefore = endingBefore
        self.created = created
    }
}

/// One page of a list, newest first.
public struct ListPage<Element: Sendable>: Sendable {
    /// At most `limit` of them.
    public var data: [Element]
    /// Whether more stand behind the last one.
    public var hasMore: Bool

    /// A page of these.
    public init(_ data: [Element], hasMore: Bool) {
        self.data = data
        self.hasMore = hasMore
    }
}
