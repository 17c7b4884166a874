/// The steps that change a tag's protection, in order. All of them are planned before the first write.
///
/// The plan depends only on its arguments. After an interruption, create a plan from a new snapshot to
/// complete the change. The plan does not contain the password, which is passed when the plan is executed.
public struct ProtectionPlan: Hashable, Sendable {
    /// The intended protection.
    public let goal: ProtectionGoal
    /// The steps in order; empty if there is nothing to do.
    public let steps: [ProtectionStep]
    /// Findings that the tag's owner should see before the first write.
    public let warnings: [TagFinding]
    /// Notes for the user about harmless inconsistencies that the plan cannot correct, such as a locked
    /// container that marks the tag as writable.
    public let notes: [String]
    /// The predicted behavior of phones that read the permanently locked message; nil if the plan does not
    /// lock the tag permanently.
    public let phoneUse: PhoneUse?

    /// Plans the steps that give a tag the intended protection.
    ///
    /// - Parameters:
    ///   - snapshot: A snapshot taken with the depth ``TagSession/Depth/inspection`` or
    ///     ``TagSession/Depth/dump``.
    ///   - goal: The intended protection.
    ///   - isOpen: Whether the session that took the snapshot has authenticated with the tag's password.
    ///   - expected: The encoded message that the tag must contain; nil to accept any message. Used only for
    ///     a permanent lock.
    ///   - options: The permissions that the caller grants, such as ``ProtectionOptions/force``.
    /// - Throws: `unsupportedTag` if the chip lacks the feature, `passwordProtected`, `readOnly`, `mirrorOn`,
    ///   `noMessage`, `holdsAnotherMessage`, `malformedTag`, `tooSmall` or `notAllowedHere`. If there are
    ///   several causes, the code is that of the most serious one, and `reason` lists all of them. A
    ///   permanent lock without ``ProtectionOptions/force`` can also throw `unusableMessage`.
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

    /// Whether the plan contains at least one write. A plan without writes only checks the tag.
    public var writes: Bool { writeCount > 0 }

    /// The number of steps that write a page. Writes that the tag must refuse are not counted.
    public var writeCount: Int {
        steps.count {
            switch $0.action {
            case .write, .writePassword, .writeAcknowledge: true
            default: false
            }
        }
    }
}
