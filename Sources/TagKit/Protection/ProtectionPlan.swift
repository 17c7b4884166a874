/// Everything that protects a tag, or takes its protection off: in order, and known before the first write.
///
/// A pure function of what a look showed. What is done already is left out, so that a plan made after an interruption
/// is the rest of the first one. A password is not in it: it is handed in when the plan is carried out.
public struct ProtectionPlan: Hashable, Sendable {
    /// How the tag shall be kept.
    public let goal: ProtectionGoal
    /// What will be done, in order; none where nothing is left to do.
    public let steps: [ProtectionStep]
    /// What the owner wants to know before the first write.
    public let warnings: [TagFinding]
    /// What cannot be reached on this tag and does no harm, in whole sentences.
    public let notes: [String]
    /// The behavior of phones with the permanently locked message; nil for other goals.
    public let phoneUse: PhoneUse?

    /// Plans how to bring `snapshot`'s tag to `goal`.
    ///
    /// - Parameters:
    ///   - snapshot: With ``TagSession/Depth/inspection`` or more.
    ///   - goal: How the tag shall be kept.
    ///   - isOpen: Its password was given to the session that looked, and was right.
    ///   - expected: The encoded message that must stand there; nil for any. Asked for a permanent lock alone.
    ///   - options: The exceptions that the plan may make.
    /// - Throws: `unsupportedTag` where the chip cannot, `passwordProtected`, `readOnly`, `mirrorOn`, `noMessage`,
    /// `holdsAnotherMessage`, `malformedTag`, `tooSmall`, `notAllowedHere`: the gravest as the code, and all in
    /// `reason`.
    ///   For a permanent lock without ``ProtectionOptions/force`` also `unusableMessage`.
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

    /// Whether anything will be written.
    public var writes: Bool { writeCount > 0 }

    /// How many pages will be written.
    public var writeCount: Int {
        steps.count {
            switch $0.action {
            case .write, .writePassword, .writeAcknowledge: true
            default: false
            }
        }
    }
}
