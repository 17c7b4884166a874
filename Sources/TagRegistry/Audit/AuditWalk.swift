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
    public enum Result: String, Sendable, CaseIterable {
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
    public func row(after row: BatchRow) -> BatchRow? {
        guard let index = rows.firstIndex(where: { $0.row.place == row.place }) else { return nil }
        return rows.indices.contains(index + 1) ? rows[index + 1].row : nil
    }

    /// Returns the next steps: first the unknown tags, which people may be tapping now, then the seats in order, each
    /// with its most serious finding, and last the tags to lock, if everything is correct.
    ///
    /// - Parameter words: Returns the words for a step.
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
                "it was planned to be permanently locked, and \(tags == 1 ? "1 tag is" : "\(tags) tags are") "
                + "not: anybody can rewrite \(tags == 1 ? "it" : "them")",
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
            step.words = "its tag was not seen"
            let remedy = batches[seat.row.batch].map {
                AuditRemedy.findOrExchange(AuditRemedy.Seat(seat.row.seat, of: $0))
            }
            step.remedy = words(remedy ?? "go there, and hold it to the reader")
        case .renewed:
            step.words = "its tag was written after it was seen"
            step.remedy = "hold it to the reader again"
        case .withoutTag:
            step.words = "it has no tag"
            step.remedy = words(.write(batch: seat.row.batch))
        }
        return step
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

/// A task after a walk, for one seat.
public struct AuditStep: Hashable, Sendable {
    /// The batch of the seat; nil for a stranger.
    public var batch: String?
    /// The seat; for an unknown tag the seat at which it was found, if known; nil if the step is about a whole batch.
    public var seat: String?
    /// The tag; nil if none is known.
    public var uid: String?
    /// The code of the gravest finding; nil if no tag was seen.
    public var code: AuditFinding.Code?
    /// The problem, in words.
    public var words: String
    /// The remedy.
    public var remedy: String
}

/// The position of a person who walks from seat to seat in order.
///
/// A tag that is presented again at once keeps its place.
public struct AuditRoute: Hashable, Sendable {
    /// The seat at which the next tag is expected; nil if the order is free, and at the end.
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
        next = walk.row(after: here)
        isOver = next == nil
    }
}
