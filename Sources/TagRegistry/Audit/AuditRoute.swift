/// Where a person stands who goes from seat to seat in their order.
///
/// A tag that is held up again at once is still where it was: nobody has gone on.
public struct AuditRoute: Hashable, Sendable {
    /// The seat at which the next tag is expected; nil where the order is free, and at the end.
    public private(set) var next: BatchRow?
    /// The last seat was passed.
    public private(set) var isOver = false
    private var last: Stand?

    private struct Stand: Hashable {
        var uid: String?
        var row: BatchRow
    }

    /// A way from a seat on; nil for any order.
    public init(from first: BatchRow?) { next = first }

    /// The seat at which a tag is held up.
    public func place(of uid: String?) -> BatchRow? {
        if let last, uid != nil, last.uid == uid { last.row } else { next }
    }

    /// A tag was seen, and the person goes on.
    public mutating func pass(_ sighting: AuditSighting, in walk: AuditWalk) {
        guard let here = next, sighting.uid == nil || sighting.uid != last?.uid else { return }
        last = Stand(uid: sighting.uid, row: here)
        next = walk.row(behind: here)
        isOver = next == nil
    }
}
