import TagKit

/// The decision about a tag in the second pass, which locks tags permanently.
enum LockDecision: Hashable, Sendable {
    /// Verify the tag once more and lock it, with these remaining steps.
    case lock(BatchRow, ProtectionPlan)
    /// Do not lock the tag yet. Its content is correct, but a person must first tap one tag of this batch
    /// with a phone.
    case canary(BatchRow)
    /// Do nothing: the tag is already locked.
    case done(BatchRow)
    /// Do not lock the tag, for this reason.
    case refuse(BatchRow?, BatchFailure)
}

/// The rules for permanently locking the tags of a batch. A decision depends only on the batch, the tag's
/// snapshot, and the registry's data about the tag.
struct LockRules: Hashable, Sendable {
    /// The batch to which the rules apply.
    var batch: Batch

    /// Decides what to do with a tag.
    ///
    /// - Parameters:
    ///   - snapshot: A snapshot of depth ``TagKit/TagSession/Depth/inspection`` or more.
    ///   - record: The registry's data about the tag.
    func decide(_ snapshot: TagSnapshot, _ record: TagRecord) -> LockDecision {
        guard let tag = record.tag, let row = record.row, row.batch == batch.name else {
            return .refuse(nil, BatchFailure("unknownTag", "the tag does not belong to this batch"))
        }
        guard row.state == .verified else {
            return .refuse(
                row,
                BatchFailure("notVerified", "the tag is not fully written: run `tapctl batch run` first"))
        }
        if tag.isDoubled || !snapshot.chip.canBe(tag.product) {
            return .refuse(row, BatchFailure("doubledUID", RegisteredTag.doubledWords))
        }
        do throws(TagError) {
            let plan = try plan(for: snapshot, row)
            if tag.lock == .permanent, !plan.writes { return .done(row) }
            // A locked tag cannot be rewritten, so its taps would have no destination forever.
            if record.isWithdrawn { return .refuse(row, .withdrawn(row)) }
            // A lock that was started is completed without another test by a person, because the test was confirmed
            // before the start.
            if batch.canary == nil, tag.lock != .locking { return .canary(row) }
            return .lock(row, plan)
        } catch {
            return .refuse(row, BatchFailure(error))
        }
    }

    /// Returns the plan with the remaining steps for locking the tag, including the setup of the mirror if
    /// the batch requires one.
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
    /// The hosts of the rows' URLs, each with its number of rows, most frequent first. A person should know
    /// these hosts before a permanent lock, because afterward only the owner of a host can change the pages
    /// that its tags open.
    public var hosts: [(host: String, rows: Int)] {
        Dictionary(grouping: self) { row in
            String(row.url.drop { $0 != "/" }.drop { $0 == "/" }.prefix { !"/?#:".contains($0) })
        }
        .map { ($0.key, $0.value.count) }
        .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    }
}
