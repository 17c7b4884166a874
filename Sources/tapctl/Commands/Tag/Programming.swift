import Documents
import FailureKit
import InvocationRouter
import TagKit

/// One tag brought to what it shall hold: look, plan, ask, write, read back, tell.
struct Programming: Sendable {
    /// The `object` of the document, as `tag_write`.
    var object: String
    /// What the tag shall hold.
    var goal: ProgrammingGoal
    /// How much of the tag the plan needs to see.
    var depth: TagSession.Depth
    /// The URL for the document; nil where there is none.
    var url: String?
    /// Every piece of a given URL that the goal drops or changes; nil if no URL is given.
    var changes: [URLRewrite.Change]?
    /// What may be done without asking.
    var permission: Permission
    /// What the chip shall lay over the message when it is read.
    var mirror = MirrorRequest.leave

    /// What may be done without asking.
    struct Permission: Sendable {
        var options: ProgrammingOptions
        var yes: Bool
        var dryRun: Bool
    }

    /// What came of it.
    struct Outcome: Sendable {
        let snapshot: TagSnapshot
        let plan: ProgrammingPlan
        /// nil for a dry run.
        let report: WriteReport?
        /// The mirror that shows something in the message now.
        var mirror: TagMirror?
        /// What a dry run has found to do about mirrors: before the message is written, and behind it.
        var mirrorPlans: (off: ProtectionPlan?, on: ProtectionPlan?)
        /// From the moment that the tag was found.
        let milliseconds: Int
    }

    /// Does it on an open reader.
    ///
    /// - Throws: Every refusal before the first write; what the tag holds when it left within one.
    func run(on open: OpenReader, within limit: Duration) async throws -> Outcome {
        let reader = StopwatchReader(open.reader)
        let session = TagSession(reader)
        let found = try await open.waitingForTag { try await session.inspect(depth, within: limit) }
        let seen = mirror.seen(found, goal)
        _ = try mirror.plan(seen, found, goal)
        var plan = try await permittedPlan(seen)
        var snapshot = seen
        if !permission.dryRun, seen != found {
            snapshot = try await mirror.bare(found, goal, session)
            plan = try ProgrammingPlan(snapshot, goal, options: permission.options.union(.overwrite))
        }
        let mirroring = try mirror.plan(snapshot, found, goal)
        // What formatting puts right is no warning.
        Terminal.warn(of: plan.warnings.filter { goal != .format || $0 != .containerMissing })
        if permission.dryRun {
            return Outcome(
                snapshot: snapshot, plan: plan, report: nil,
                mirrorPlans: (try mirror.planOff(found, goal), mirroring?.plan),
                milliseconds: reader.milliseconds)
        }
        defer { Terminal.endProgress() }
        var report = try await session.execute(plan) { done, all in
            Terminal.progress("writing \(done) of \(all) …")
        }
        if let mirroring { report = try await session.execute(mirroring.plan) }
        return Outcome(
            snapshot: snapshot, plan: plan, report: report, mirror: mirroring?.mirror,
            milliseconds: reader.milliseconds)
    }

    /// The plan, once the person has said yes to what it replaces or cannot undo.
    private func permittedPlan(_ snapshot: TagSnapshot) async throws -> ProgrammingPlan {
        let plan: ProgrammingPlan
        switch Self.plan(snapshot, goal, permission.options) {
        case .success(let permitted): plan = permitted
        case .failure(let error):
            guard error.code == .holdsAnotherMessage, Question.canBeAsked, !permission.dryRun else {
                throw error
            }
            let held = "The tag \(uidText(snapshot.tag.uid)) holds \(snapshot.heldText)."
            guard try await Question.yes(held, "Replace it?") else {
                throw CommandError.chosen("kept as it was")
            }
            plan = try ProgrammingPlan(snapshot, goal, options: permission.options.union(.overwrite))
        }
        try await confirmWhatStays(plan, snapshot)
        return plan
    }

    private static func plan(
        _ snapshot: TagSnapshot, _ goal: ProgrammingGoal, _ options: ProgrammingOptions
    ) -> Result<ProgrammingPlan, TagError> {
        Result { () throws(TagError) in try ProgrammingPlan(snapshot, goal, options: options) }
    }

    /// A capability container is written once and for ever: that is asked for.
    private func confirmWhatStays(_ plan: ProgrammingPlan, _ snapshot: TagSnapshot) async throws {
        guard !permission.yes, !permission.dryRun,
            let step = plan.steps.first(where: { $0.reason == .container })
        else { return }
        let what = "page 3 of \(uidText(snapshot.tag.uid)) becomes \(hexText(step.new)) permanently"
        try await Question.confirm(
            "\(what), and the tag is formatted.", reason: what,
            remedy: "--yes does it without asking; --dry-run shows the exact writes",
            refusal: "nothing was written")
    }
}

extension TagSnapshot {
    /// What stands on the tag, in a few words.
    fileprivate var heldText: String { contents.url.map(printable) ?? counted(message?.count ?? 0, "byte") }
}
