/// All steps that protect a tag or remove its protection, in order and planned before the first write.
///
/// The plan depends only on its arguments. It omits completed steps, so a plan that is created after an
/// interruption contains only the remaining ones. It does not contain the password, which is passed when the plan
/// is executed.
public struct ProtectionPlan: Hashable, Sendable {
    /// The intended protection.
    public let goal: ProtectionGoal
    /// The steps in order; empty if there is nothing to do.
    public let steps: [ProtectionStep]
    /// Findings for the owner to see before the first write.
    public let warnings: [TagFinding]
    /// Sentences about harmless parts of the tag that the plan cannot lock.
    public let notes: [String]
    /// The way in which phones use the message to be locked permanently; nil for other goals.
    public let phoneUse: PhoneUse?

    /// Plans the steps that change a tag from the state in a snapshot to a goal.
    ///
    /// - Parameters:
    ///   - snapshot: A snapshot taken with ``TagSession/Depth/inspection`` or more.
    ///   - goal: The intended protection.
    ///   - isOpen: Whether the session that took the snapshot has authenticated with the tag's password.
    ///   - expected: The encoded message that the tag must have; nil to accept any message. Used only for a permanent
    ///     lock.
    ///   - options: The exceptions that the plan may make.
    /// - Throws: `unsupportedTag` if the chip lacks the feature, `passwordProtected`, `readOnly`, `mirrorOn`,
    ///   `noMessage`, `holdsAnotherMessage`, `malformedTag`, `tooSmall` or `notAllowedHere`. The code is the most
    ///   serious cause; `reason` lists all causes. A permanent lock without ``ProtectionOptions/force`` can also throw
    ///   `unusableMessage`.
    public init(
        _ snapshot: TagSnapshot, _ goal: ProtectionGoal, isOpen: Bool = false,
        expecting expected: [UInt8]? = nil,
        options: ProtectionOptions = []
    ) throws(TagError) {
        var draft = try ProtectionDraft(snapshot, isOpen: isOpen)
        switch goal {
        case .permanent(let mirror): draft.lock(mirror: mirror, expecting: expected, options)
        case .password(let limit, let mirror): draft.protect(attemptLimit: limit, mirror: mirror)
        case .open: draft.open()
        case .mirrored(let mirror): draft.set(mirror)
        }
        try draft.refusals.throwAll()
        self.goal = goal
        steps = draft.steps
        warnings = snapshot.findings
        notes = draft.notes
        phoneUse = draft.phoneUse
    }

    /// Whether the plan writes to the tag.
    public var writes: Bool { writeCount > 0 }

    /// The number of page writes.
    public var writeCount: Int {
        steps.count {
            switch $0.action {
            case .write, .writePassword, .writeAcknowledge: true
            default: false
            }
        }
    }
}
