import TimeKit

/// A walk from seat to seat: what was seen so far, and what that says of each seat.
///
/// A tag that is held up again counts as it was seen last, so that what was mended is right.
public struct AuditWalk: Hashable, Sendable {
    /// Its number, its seats and its begin.
    public var start: AuditStart
    /// The seats of the walk with the tags that they have now, in order.
    public var rows: [BatchExport.Row]
    /// Their batches, by name.
    public var batches: [String: Batch]
    /// What was held up, in order.
    public private(set) var sightings: [AuditSighting]

    /// A walk as far as it has come.
    public init(
        _ start: AuditStart, rows: [BatchExport.Row], batches: [String: Batch],
        sightings: [AuditSighting] = []
    ) {
        self.start = start
        self.rows = rows
        self.batches = batches
        self.sightings = sightings
    }

    /// Another tag was held up.
    public mutating func see(_ sighting: AuditSighting) { sightings.append(sighting) }

    /// What is known of a seat.
    public struct Seat: Hashable, Sendable {
        /// Its row.
        public var row: BatchRow
        /// The tag that it has.
        public var tag: RegisteredTag?
        /// What was seen of that tag last; nil where it was not seen.
        public var sighting: AuditSighting?
        /// How often that tag was held up.
        public var timesSeen: Int
        /// What follows.
        public var result: Result
    }

    /// What a walk says of a seat.
    public enum Result: String, Hashable, Sendable, CaseIterable {
        /// Its tag was seen, and nothing is wrong.
        case right
        /// Its tag was seen, and something is wrong.
        case wrong
        /// Its tag was not seen.
        case neverSeen = "never_seen"
        /// It was written anew after it was seen, and not held up again.
        case renewed
        /// It has no tag.
        case withoutTag = "without_tag"
    }

    /// Every seat of the walk, in order.
    public var seats: [Seat] {
        let byUID = Dictionary(grouping: sightings) { $0.uid ?? "" }
        return rows.map { entry in
            var seat = Seat(row: entry.row, tag: entry.tag, timesSeen: 0, result: .withoutTag)
            guard entry.row.state != .open, let uid = entry.row.uid else { return seat }
            let seen = byUID[uid] ?? []
            (seat.sighting, seat.timesSeen) = (seen.last, seen.count)
            seat.result = Self.result(seen.last, entry)
            return seat
        }
    }

    private static func result(_ last: AuditSighting?, _ entry: BatchExport.Row) -> Result {
        guard let last else { return .neverSeen }
        if let verified = entry.tag?.verified, last.time < verified { return .renewed }
        // It had no seat, or another one, when it was seen.
        guard last.place == entry.row.place else { return .renewed }
        return last.isRight ? .right : .wrong
    }

    /// The tags that belonged to no seat of this walk when they were seen, and still do not, each as it was seen last;
    /// what could not be read stands alone.
    public var strangers: [AuditSighting] {
        let places = Set(rows.map(\.row.place))
        let uids = Set(rows.compactMap(\.row.uid))
        var last: [String: Int] = [:]
        for (index, sighting) in sightings.enumerated() {
            if let uid = sighting.uid { last[uid] = index }
        }
        return sightings.enumerated().filter { index, sighting in
            guard let uid = sighting.uid else { return true }
            guard last[uid] == index, !uids.contains(uid) else { return false }
            return sighting.place.map { !places.contains($0) } ?? true
        }.map(\.element)
    }

    /// The batches of the walk that were planned to be locked for ever, each with how many of its tags are not, by name.
    public var unlocked: [(batch: String, tags: Int)] {
        let open = rows.filter { entry in
            batches[entry.row.batch]?.protection == .permanent && entry.row.state == .verified
                && entry.tag?.lock != .permanent
        }
        return Dictionary(grouping: open, by: \.row.batch).map { ($0.key, $0.value.count) }
            .sorted { $0.0 < $1.0 }
    }

    /// How far the walk is.
    public var summary: AuditSummary { AuditSummary(self) }

    /// The row behind another one in the order of the walk; nil at the end.
    public func row(behind row: BatchRow) -> BatchRow? {
        guard let index = rows.firstIndex(where: { $0.row.place == row.place }) else { return nil }
        return rows.indices.contains(index + 1) ? rows[index + 1].row : nil
    }
}

/// The numbers of a walk.
public struct AuditSummary: Hashable, Sendable {
    /// All seats.
    public var seats: Int
    /// Seats whose tag is right.
    public var right: Int
    /// Seats whose tag is wrong.
    public var wrong: Int
    /// Seats whose tag was not seen, or not since it was written anew.
    public var neverSeen: Int
    /// Seats that have no tag.
    public var withoutTag: Int
    /// Tags that belong to no seat of the walk.
    public var strangers: Int
    /// Seats whose tag was held up more than once.
    public var seenAgain: Int
    /// Seats whose tag is right, and of which there is something to know.
    public var notices: Int
    /// Seats whose batch was planned to be locked for ever, and whose tag is not.
    public var notLocked: Int

    /// Every seat was seen and its tag is right, and nothing else was seen.
    public var isSeenRight: Bool { right == seats && strangers == 0 && seats > 0 }

    /// The same, and what was planned to be locked for ever is.
    public var isRight: Bool { isSeenRight && notLocked == 0 }

    init(_ walk: AuditWalk) {
        let all = walk.seats
        let counts = Dictionary(grouping: all, by: \.result).mapValues(\.count)
        seats = all.count
        right = counts[.right] ?? 0
        wrong = counts[.wrong] ?? 0
        neverSeen = (counts[.neverSeen] ?? 0) + (counts[.renewed] ?? 0)
        withoutTag = counts[.withoutTag] ?? 0
        strangers = walk.strangers.count
        seenAgain = all.count { $0.timesSeen > 1 }
        notLocked = walk.unlocked.reduce(0) { $0 + $1.tags }
        notices = all.count { $0.result == .right && $0.sighting?.findings.isEmpty == false }
    }
}
