import TextKit

/// The writes that give a tag its intended content, in order. All of them are planned before the first one is
/// sent.
///
/// The plan depends only on the snapshot, the goal and the options.
public struct ProgrammingPlan: Hashable, Sendable {
    /// The intended content of the tag.
    public let goal: ProgrammingGoal
    /// The writes in order; empty if the tag already has the intended content.
    public let steps: [ProgrammingStep]
    /// Findings that the tag's owner should see before the first write.
    public let warnings: [TagFinding]

    /// The expected content after the last write. It covers the whole message, including parts that the plan
    /// does not write: a chip with less memory than it declares is detected only if the whole message is
    /// read.
    let readBack: [Portion]
    /// The write to execute if the tag does not contain the expected data after the last write. It sets the
    /// message's length to 0. Nil if the plan has no writes, or if the intended content has no message
    /// length.
    let retreat: Portion?

    /// A position on the tag, and the bytes to write there or to expect there.
    struct Portion: Hashable {
        let place: ProgrammingStep.Place
        let bytes: [UInt8]
    }

    /// Plans the writes that give a tag its intended content.
    ///
    /// - Parameters:
    ///   - snapshot: A snapshot of the tag. Take it with ``TagSession/Depth/writing(messageBytes:)`` and at
    ///     least the size of the message, or with ``TagSession/Depth/wholeArea`` to wipe or restore. The plan
    ///     writes bytes that were not read, even if they already have the intended value.
    ///   - goal: The intended content of the tag.
    ///   - options: The permissions of the plan, and whether it wipes old bytes.
    ///   - isOpen: Whether the session that took the snapshot has authenticated with the tag's password.
    /// - Throws: `unsupportedTag`, `notAllowedHere`, `unusableMessage`, `wrongContainer`, `mirrorOn`,
    ///   `tooSmall`, `readOnly`, `passwordProtected` or `holdsAnotherMessage`. If there are several causes,
    ///   the code is that of the most serious one, and `reason` lists all of them. The code `notAllowedHere`
    ///   also covers a message that violates the rules of NDEF.
    public init(
        _ snapshot: TagSnapshot, _ goal: ProgrammingGoal, options: ProgrammingOptions = [],
        isOpen: Bool = false
    ) throws(TagError) {
        if case .message(let message) = goal { try Self.check(message) }
        var refusals = Refusals()
        refusals.checkChip(snapshot.chip, options)
        refusals.checkReadable(snapshot, goal, options)
        refusals.checkMemory(snapshot)
        let draft: PlanDraft?
        switch snapshot.memory {
        case .pages(let pages): draft = PlanDraft(pages, snapshot, goal, options, &refusals)
        case .blocks: draft = PlanDraft(snapshot, goal, options, &refusals)
        case .files(_, let file): draft = PlanDraft(file: file, snapshot, goal, options, &refusals)
        }
        if let mirror = snapshot.mirror { refusals.checkMirror(mirror, snapshot, draft) }
        let steps = draft?.steps ?? []
        if !steps.isEmpty {
            if snapshot.findings.contains(.containerReadOnly) {
                let isClassic = if case .blocks = snapshot.memory { true } else { false }
                refusals.add(
                    .readOnly, "the tag is read-only",
                    isClassic
                        ? "the access bits of the NDEF sectors forbid writing"
                        : "the capability container permanently forbids writing",
                    remedy: "use another tag")
            }
            for case .containerWriteAccess(let access) in snapshot.findings {
                refusals.add(
                    .readOnly, "the tag restricts writing",
                    "the capability container sets write access \(Hex.byte(access)), which "
                        + (access >= 0x80 ? "is defined by the tag's maker" : "is reserved"),
                    remedy: "write the tag with its owner's tool or key, or use another tag")
            }
            if let closure = snapshot.closure { refusals.checkClosure(closure, steps, isOpen) }
            refusals.checkMessage(snapshot, goal, options)
        }
        try refusals.throwAll()
        self.goal = goal
        self.steps = steps
        warnings = snapshot.findings
        readBack = draft?.readBack ?? []
        retreat = draft?.retreat
    }

    private static func check(_ message: [UInt8]) throws(TagError) {
        do {
            _ = try NDEFMessage(decoding: message)
        } catch {
            throw TagError(
                .notAllowedHere, "the data was not written: it is not a valid NDEF message",
                reason: error.summary, underlying: error)
        }
    }
}
