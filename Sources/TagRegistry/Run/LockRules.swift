public import TagKit

/// What is done with a tag on the reader in the second pass, which locks for ever.
public enum LockDecision: Hashable, Sendable {
    /// It is verified once more, and locked: these steps are left.
    case lock(BatchRow, ProtectionPlan)
    /// It is right, and no tag of this batch has been tapped with a phone yet: a person does that first.
    case canary(BatchRow)
    /// It is locked already.
    case done(BatchRow)
    /// It is not locked.
    case refuse(BatchRow?, BatchFailure)
}

/// The rules by which the tags of a batch are locked for ever: a pure function, as ``RunRules`` is.
public struct LockRules: Hashable, Sendable {
    /// The batch.
    public var batch: Batch

    /// The rules of a batch.
    public init(_ batch: Batch) { self.batch = batch }

    /// Decides.
    ///
    /// - Parameters:
    ///   - snapshot: With ``TagKit/TagSession/Depth/inspection`` or more.
    ///   - record: What is known of its UID.
    public func decide(_ snapshot: TagSnapshot, _ record: TagRecord) -> LockDecision {
        guard let tag = record.tag, let row = record.row, row.batch == batch.name else {
            return .refuse(nil, BatchFailure("unknownTag", "it belongs to no seat of this batch"))
        }
        guard row.state == .verified else {
            return .refuse(
                row, BatchFailure("notVerified", "it is not finished: `tapctl batch run` continues with it"))
        }
        if tag.isDoubled || tag.product != snapshot.chip.product {
            return .refuse(
                row, BatchFailure("doubledUID", "two chips have shown this UID: one of them is a copy"))
        }
        do throws(TagError) {
            let plan = try plan(for: snapshot, row)
            if tag.lock == .permanent, !plan.writes { return .done(row) }
            // What was begun is ended; that a person has tapped a tag was asked before.
            if batch.canary == nil, tag.lock != .locking { return .canary(row) }
            return .lock(row, plan)
        } catch {
            return .refuse(row, BatchFailure(error))
        }
    }

    /// All that is left to be locked, with the mirror that the batch wants.
    private func plan(for snapshot: TagSnapshot, _ row: BatchRow) throws(TagError) -> ProtectionPlan {
        let bare = snapshot.asWritten(for: batch)
        let goal = batch.permanentLock(of: bare)
        // Under a mirror that is on already, the place-holder is not seen: what is meant is compared here.
        if case .permanent(let mirror?) = goal, snapshot.mirror == mirror, bare.message == row.message {
            return try ProtectionPlan(snapshot, goal)
        }
        return try ProtectionPlan(snapshot, goal, expecting: row.message)
    }
}

extension [BatchRow] {
    /// The hosts that stand in the URLs, each with its number of rows, the most frequent first: who owns one of them
    /// decides for ever where these seats lead.
    public var hosts: [(host: String, rows: Int)] {
        Dictionary(grouping: self) { row in
            String(row.url.drop { $0 != "/" }.drop { $0 == "/" }.prefix { !"/?#:".contains($0) })
        }
        .map { ($0.key, $0.value.count) }
        .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    }
}
