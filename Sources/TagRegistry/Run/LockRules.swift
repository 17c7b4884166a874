public import TagKit

/// The decision about a tag on the reader in the second pass, which locks permanently.
public enum LockDecision: Hashable, Sendable {
    /// Verify it once more and lock it; these steps remain.
    case lock(BatchRow, ProtectionPlan)
    /// It is right, but no tag of this batch was tapped with a phone yet. A person does that first.
    case canary(BatchRow)
    /// It is already locked.
    case done(BatchRow)
    /// Do not lock it.
    case refuse(BatchRow?, BatchFailure)
}

/// The rules by which the tags of a batch are permanently locked: a pure function, like ``RunRules``.
public struct LockRules: Hashable, Sendable {
    /// The batch.
    public var batch: Batch

    /// Creates the rules of a batch.
    public init(_ batch: Batch) { self.batch = batch }

    /// Decides what to do with a tag.
    ///
    /// - Parameters:
    /// - snapshot: A snapshot of depth ``TagKit/TagSession/Depth/inspection`` or more.
    /// - record: The registry's data about its UID.
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
            // A lock that was started is completed. The tap with a phone was confirmed before it was started.
            if batch.canary == nil, tag.lock != .locking { return .canary(row) }
            return .lock(row, plan)
        } catch {
            return .refuse(row, BatchFailure(error))
        }
    }

    /// Returns the remaining steps of the lock, with the mirror that the batch requires.
    private func plan(for snapshot: TagSnapshot, _ row: BatchRow) throws(TagError) -> ProtectionPlan {
        let bare = snapshot.asWritten(for: batch)
        let goal = batch.permanentLock(of: bare)
        // An active mirror hides the placeholder, so the intended content is compared.
        if case .permanent(let mirror?) = goal, snapshot.mirror == mirror, bare.message == row.message {
            return try ProtectionPlan(snapshot, goal)
        }
        return try ProtectionPlan(snapshot, goal, expecting: row.message)
    }
}

extension [BatchRow] {
    /// The hosts in the URLs with their numbers of rows, the most frequent first. The owner of a host
    /// permanently controls the destination of these seats.
    public var hosts: [(host: String, rows: Int)] {
        Dictionary(grouping: self) { row in
            String(row.url.drop { $0 != "/" }.drop { $0 == "/" }.prefix { !"/?#:".contains($0) })
        }
        .map { ($0.key, $0.value.count) }
        .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    }
}
