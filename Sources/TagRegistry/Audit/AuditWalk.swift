import TimeKit

/// An audit of tags, seat by seat: the sightings so far, and the result for each seat.
///
/// If a tag is seen more than once, only its last sighting counts. Problems that were corrected before the
/// last sighting are therefore not reported.
public struct AuditWalk: Hashable, Sendable {
    /// The number, seats and start time of the audit.
    public var start: AuditStart
    /// The seats of the audit in order, with their current tags.
    public var rows: [BatchExport.Row]
    /// The batches of the seats, by name.
    public var batches: [String: Batch]
    /// The sightings so far, oldest first.
    public private(set) var sightings: [AuditSighting]

    /// Adds a sighting after the earlier ones.
    public mutating func see(_ sighting: AuditSighting) { sightings.append(sighting) }

    /// The state of one seat in the audit.
    public struct Seat: Hashable, Sendable {
        /// The row of the batch that contains the seat.
        public var row: BatchRow
        /// The seat's tag, or nil if the seat has no tag.
        public var tag: RegisteredTag?
        /// The last sighting of the seat's tag, or nil if the tag was not seen.
        public var sighting: AuditSighting?
        /// The number of times that the seat's tag was seen.
        public var timesSeen: Int
        /// The result of the audit for this seat so far.
        public var result: Result
    }

    /// The possible results of the audit for a seat.
    public enum Result: String, Sendable, CaseIterable {
        /// The seat's tag was seen and has no problems.
        case right
        /// The seat's tag was seen and has a problem.
        case wrong
        /// The seat's tag was not seen.
        case neverSeen = "never_seen"
        /// The seat's tag was seen earlier, but has not been seen since it was rewritten or moved to this
        /// seat.
        case renewed
        case withoutTag = "without_tag"
    }

    /// All seats of the audit, in order.
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
        // The tag had no seat, or another one, when it was seen.
        guard last.place == entry.row.place else { return .renewed }
        return last.isRight ? .right : .wrong
    }

    /// The last sighting of each tag that had no seat in this audit when it was seen, and has none now. Every
    /// sighting without a UID is included.
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

    /// The batches in the audit that are to be permanently locked but still have unlocked tags, with the
    /// number of these tags. Sorted by name.
    public var unlocked: [(batch: String, tags: Int)] {
        let open = rows.filter { entry in
            batches[entry.row.batch]?.protection == .permanent && entry.row.state == .verified
                && entry.tag?.lock != .permanent
        }
        return Dictionary(grouping: open, by: \.row.batch).map { ($0.key, $0.value.count) }
            .sorted { $0.0 < $1.0 }
    }

    /// The counts of the audit so far.
    public var summary: AuditSummary { AuditSummary(self) }

    /// Returns the row after `row` in the order of the audit. Returns nil if `row` is the last row or is not
    /// part of the audit.
    public func row(after row: BatchRow) -> BatchRow? {
        guard let index = rows.firstIndex(where: { $0.row.place == row.place }) else { return nil }
        return rows.indices.contains(index + 1) ? rows[index + 1].row : nil
    }

    /// Returns the tasks that remain after the audit. Tasks for unknown tags come first, because people may
    /// be tapping these tags now. Tasks for the seats follow in order, and then tasks for the batches that
    /// still have tags to lock.
    ///
    /// - Parameter words: A closure that returns the text of a remedy.
    public func steps(inWords words: (AuditRemedy) -> String) -> [AuditStep] {
        strangers.compactMap(step) + seats.compactMap { step($0, words) }
            + unlocked.map { Self.lockStep($0.0, $0.1, words) }
    }

    private static func lockStep(
        _ batch: String, _ tags: Int, _ words: (AuditRemedy) -> String
    ) -> AuditStep {
        AuditStep(
            batch: batch, code: .batchNotLocked,
            words:
                "the batch should be permanently locked, but \(tags == 1 ? "1 tag is" : "\(tags) tags are") "
                + "not: anyone may be able to rewrite \(tags == 1 ? "it" : "them")",
            remedy: words(.lockEach(batch: batch)))
    }

    private func step(_ stranger: AuditSighting) -> AuditStep? {
        guard let finding = stranger.worst ?? stranger.findings.first else { return nil }
        return AuditStep(
            seat: stranger.standing, uid: stranger.uid, code: finding.code, words: finding.words,
            remedy: finding.remedy)
    }

    private func step(_ seat: Seat, _ words: (AuditRemedy) -> String) -> AuditStep? {
        var step = AuditStep(
            batch: seat.row.batch, seat: seat.row.seat, uid: seat.row.uid, words: "", remedy: "")
        switch seat.result {
        case .right: return nil
        case .wrong:
            guard let finding = seat.sighting?.worst else { return nil }
            (step.code, step.words, step.remedy) = (finding.code, finding.words, finding.remedy)
        case .neverSeen:
            step.words = "this seat's tag was not seen"
            let remedy = batches[seat.row.batch].map {
                AuditRemedy.findOrExchange(AuditRemedy.Seat(seat.row.seat, of: $0))
            }
            step.remedy = words(remedy ?? "go to the seat, and hold the tag to the reader")
        case .renewed:
            step.words = "the tag was rewritten or reassigned after it was seen"
            step.remedy = "hold the tag to the reader again"
        case .withoutTag:
            step.words = "the seat has no tag"
            step.remedy = words(.write(batch: seat.row.batch))
        }
        return step
    }
}

/// The counts of seats, tags and notices in an audit.
public struct AuditSummary: Hashable, Sendable {
    /// The number of seats in the audit.
    public var seats: Int
    /// The number of seats whose tag was seen and has no problems.
    public var right: Int
    /// The number of seats whose tag has a problem.
    public var wrong: Int
    /// The number of seats whose tag was not seen, or not seen since it was rewritten or moved to the seat.
    public var neverSeen: Int
    /// The number of seats without a tag.
    public var withoutTag: Int
    /// The number of tags that do not belong to a seat of the audit.
    public var strangers: Int
    /// The number of seats whose tag was seen more than once.
    public var seenAgain: Int
    /// The number of seats whose tag has a notice but no problems.
    public var notices: Int
    /// The number of seats whose tag is to be permanently locked but is not locked.
    public var notLocked: Int

    /// Whether the audit has seats, every seat's tag was seen and has no problems, and no other tags were
    /// seen.
    public var isSeenRight: Bool { right == seats && strangers == 0 && seats > 0 }

    /// Whether ``isSeenRight`` is true, and every tag that is to be permanently locked is locked.
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

/// A task that remains after an audit. It concerns a seat, an unknown tag or a whole batch.
public struct AuditStep: Hashable, Sendable {
    /// The batch of the seat; nil for an unknown tag.
    public var batch: String?
    /// The name of the seat. For an unknown tag, the seat at which the tag was found, if known. Nil if the
    /// task concerns a whole batch.
    public var seat: String?
    /// The tag's UID, or nil if the task concerns no specific tag.
    public var uid: String?
    /// The code of the finding that the task resolves. Nil if the seat has no tag, or if its tag was not seen
    /// or must be seen again.
    public var code: AuditFinding.Code?
    /// A clause that describes the problem.
    public var words: String
    /// A clause that describes the next step.
    public var remedy: String
}

/// The position of an auditor who visits the seats in order.
///
/// If the same tag is seen twice in succession, the position does not change.
public struct AuditRoute: Hashable, Sendable {
    /// The seat at which the next tag is expected. Nil after the last seat, or if the seats are visited in
    /// any order.
    public private(set) var next: BatchRow?
    /// Whether the auditor has passed the last seat.
    public private(set) var isOver = false
    private var last: Stand?

    private struct Stand: Hashable {
        var uid: String?
        var row: BatchRow
    }

    /// Creates a route that starts at a given seat. If `first` is nil, the seats are visited in any order.
    public init(from first: BatchRow?) { next = first }

    /// Returns the seat at which the auditor is reading the tag with this UID. If the same tag was read just
    /// before, this is the previous seat; otherwise, it is the next seat. Returns nil if the seat is unknown.
    public func place(of uid: String?) -> BatchRow? {
        if let last, uid != nil, last.uid == uid { last.row } else { next }
    }

    /// Moves to the next seat after a sighting. Does nothing if the same tag was seen again, or if the route
    /// has no fixed order of seats.
    public mutating func pass(_ sighting: AuditSighting, in walk: AuditWalk) {
        guard let here = next, sighting.uid == nil || sighting.uid != last?.uid else { return }
        last = Stand(uid: sighting.uid, row: here)
        next = walk.row(after: here)
        isOver = next == nil
    }
}
