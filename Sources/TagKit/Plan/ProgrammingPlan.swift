import TextKit

/// Everything that will be written to a tag, in order, known before the first write.
///
/// A pure function of what a look showed, what the tag shall hold and what is allowed.
public struct ProgrammingPlan: Hashable, Sendable {
    /// What the tag shall hold.
    public let goal: ProgrammingGoal
    /// The writes in order; none when the tag holds it already.
    public let steps: [ProgrammingStep]
    /// What the owner wants to know before the first write.
    public let warnings: [TagFinding]

    /// What must be there behind the last step: everything in the region of the message, changed or not, so that
    /// memory that is shorter than it claims shows itself.
    let readBack: [Portion]
    /// Makes the tag empty again when the read-back shows something else; nil where no length can be zeroed.
    let retreat: Portion?

    /// Bytes at a place.
    struct Portion: Hashable {
        let place: ProgrammingStep.Place
        let bytes: [UInt8]
    }

    /// Plans how to bring `snapshot`'s tag to `goal`.
    ///
    /// - Parameters:
    ///   - snapshot: With ``TagSession/Depth/writing(messageBytes:)`` of at least the message's size, or with
    ///     ``TagSession/Depth/wholeArea`` to wipe or to restore: what was not looked at counts as different.
    ///   - goal: What the tag shall hold.
    ///   - options: What is allowed.
    ///   - isOpen: Its password was given to the session that looked, and was right.
    /// - Throws: `unsupportedTag`, `notAllowedHere`, `wrongContainer`, `mirrorOn`, `tooSmall`, `readOnly`,
    ///   `passwordProtected`, `holdsAnotherMessage`: the gravest as the code, and all that was found in `reason`.
    ///   `malformedTag` never; `notAllowedHere` also for a message that breaks the rules of NDEF.
    public init(
        _ snapshot: TagSnapshot, _ goal: ProgrammingGoal, options: ProgrammingOptions = [],
        isOpen: Bool = false
    ) throws(TagError) {
        if case .message(let message) = goal { try Self.check(message) }
        var refusals = Refusals()
        refusals.checkChip(snapshot.chip, options)
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
                refusals.add(
                    .readOnly, "the tag is read-only", "its capability container says so, permanently",
                    remedy: "use another tag")
            }
            for case .containerWriteAccess(let access) in snapshot.findings {
                refusals.add(
                    .readOnly, "the tag restricts writing",
                    "its capability container gives write access \(Hex.byte(access)), which "
                        + (access >= 0x80 ? "its maker defines" : "is reserved"),
                    remedy: "write it with the tool or the key of its owner, or use another tag")
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
                .notAllowedHere, "this is no NDEF message, so it is not written", reason: error.summary,
                underlying: error)
        }
    }
}
