import Documents
import FailureKit
import InvocationRouter
import TagKit

/// The programming of one tag. The steps are: inspect the tag, plan, ask for confirmation, write, read back,
/// and report.
struct Programming: Sendable {
    /// The value of the JSON document's `object` field, such as `tag_write`.
    var object: String
    /// The intended content of the tag after the write.
    var goal: ProgrammingGoal
    /// The part of the tag's memory to read for the plan.
    var depth: TagSession.Depth
    /// The URL for the JSON document; nil if the content is not a URL.
    var url: String?
    /// The differences between the given URL and the written URL; nil if no URL is given.
    var changes: [URLRewrite.Change]?
    var permission: Permission
    /// The requested change to the chip's mirror, which inserts data into the message when the message is
    /// read.
    var mirror = MirrorRequest.leave

    /// The permission for a write: the allowed exceptions, whether confirmations are skipped, and whether the
    /// command is a dry run.
    struct Permission: Sendable {
        var options: ProgrammingOptions
        var yes: Bool
        var dryRun: Bool
    }

    /// The result of programming a tag.
    struct Outcome: Sendable {
        let snapshot: TagSnapshot
        let plan: ProgrammingPlan
        /// The report of the write; nil for a dry run.
        let report: WriteReport?
        /// The mirror that is on after the write; nil if no mirror is on.
        var mirror: TagMirror?
        /// The plans for the mirror in a dry run: `off` precedes the write of the message, and `on` follows
        /// it.
        var mirrorPlans: (off: ProtectionPlan?, on: ProtectionPlan?)
        /// The time from the detection of the tag to the end of the programming, in milliseconds.
        let milliseconds: Int
    }

    /// Programs a tag on an open reader. In a dry run, only plans the writes.
    ///
    /// - Throws: An error if the tag cannot be programmed. If the tag was removed during a write, the error
    ///   describes the tag's content.
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
        // A problem that formatting solves needs no warning.
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

    /// Returns the plan, after asking the user to confirm permanent changes. If the tag contains a different
    /// message, and the options do not allow overwriting it, also asks whether to replace it.
    ///
    /// - Throws: An error if the tag cannot be programmed, or if the user does not confirm.
    private func permittedPlan(_ snapshot: TagSnapshot) async throws -> ProgrammingPlan {
        let plan: ProgrammingPlan
        do throws(TagError) {
            plan = try ProgrammingPlan(snapshot, goal, options: permission.options)
        } catch {
            guard error.code == .holdsAnotherMessage, Question.canBeAsked, !permission.dryRun else {
                throw error
            }
            let held = "The tag \(uidText(snapshot.tag.uid)) contains \(snapshot.heldText)."
            guard try await Question.yes(held, "Replace it?") else {
                throw CommandError.chosen("nothing was written")
            }
            plan = try ProgrammingPlan(snapshot, goal, options: permission.options.union(.overwrite))
        }
        try await confirmWhatStays(plan, snapshot)
        return plan
    }

    /// Asks for confirmation if the plan writes a capability container, which cannot be undone. Does not ask
    /// in a dry run, or if confirmations are skipped.
    private func confirmWhatStays(_ plan: ProgrammingPlan, _ snapshot: TagSnapshot) async throws {
        guard !permission.yes, !permission.dryRun,
            let step = plan.steps.first(where: { $0.reason == .container })
        else { return }
        let what =
            "page 3 of the tag \(uidText(snapshot.tag.uid)) will permanently contain \(hexText(step.new))"
        try await Question.confirm(
            "\(what), and the tag will be formatted.", reason: what,
            remedy: "use --yes to skip the confirmation, or --dry-run to see the exact writes",
            refusal: "nothing was written")
    }
}

extension TagSnapshot {
    /// The tag's URL, or the size of its message if it has no URL.
    fileprivate var heldText: String { contents.url.map(printable) ?? counted(message?.count ?? 0, "byte") }
}
