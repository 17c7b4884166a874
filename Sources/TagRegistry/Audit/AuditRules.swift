public import InvocationRouter
public import TagKit
public import TagSecurity

/// The rules of a walk: a pure function of what was read, of what is known of the UID, and of where the person stands.
public struct AuditRules: Sendable {
    /// Through which seats the walk is.
    public var scope: AuditScope
    /// Our hosts.
    public var hosts: HostList
    /// The organizations to which seats lead; an empty one is not asked.
    public var directory: BatchDirectory

    /// Returns the words for a step. The words that were shown are stored.
    public var words: @Sendable (AuditRemedy) -> String

    /// The rules of a walk.
    public init(
        _ scope: AuditScope = AuditScope(), hosts: HostList = .standard,
        directory: BatchDirectory = BatchDirectory([:], isEmpty: true),
        words: @escaping @Sendable (AuditRemedy) -> String
    ) {
        self.scope = scope
        self.hosts = hosts
        self.directory = directory
        self.words = words
    }

    /// Judges a tag.
    ///
    /// - Parameters:
    ///   - snapshot: With ``TagKit/TagSession/Depth/inspection`` or more.
    ///   - record: What is known of its UID.
    ///   - originality: What is to be thought of its maker.
    ///   - standing: The seat at which the person stands; nil where nobody said.
    /// - Returns: What is wrong, then what is worth knowing, the gravest first; each code once.
    public func findings(
        _ snapshot: TagSnapshot, _ record: AuditRecord, _ originality: Originality,
        at standing: BatchRow? = nil
    ) -> [AuditFinding] {
        var draft = AuditDraft(snapshot, record, rules: self)
        guard let tag = record.tag, let row = record.row, let batch = record.batch else {
            draft.checkStranger(at: standing)
            return draft.findings.gravestFirst()
        }
        draft.checkPlace(row, standing)
        draft.checkChip(tag, row, batch, originality)
        if row.state == .verified {
            draft.checkContent(row, batch)
            draft.checkDestination(row)
            draft.checkLock(tag, row, batch)
        } else {
            draft.add(
                .unfinished, "it was begun for \(row.seat) and never finished",
                .goOn(batch: row.batch))
        }
        return draft.findings.gravestFirst()
    }
}
