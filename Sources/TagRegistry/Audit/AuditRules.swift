public import InvocationRouter
public import TagKit
public import TagSecurity

/// The rules of an audit. They determine the findings from the tag's snapshot, the registry's data about the
/// tag, the verdict on its signature, and the auditor's current seat.
public struct AuditRules: Sendable {
    /// The scope of the audit: the seats whose tags are checked.
    public var scope: AuditScope
    /// The hosts of this service's URLs.
    public var hosts: HostList
    /// The directory of the seats' organizations. If it is empty, organizations are not checked.
    public var directory: BatchDirectory

    /// A closure that returns the text of a remedy. The text is stored with the finding.
    public var words: @Sendable (AuditRemedy) -> String

    /// Creates the rules for auditing the tags in a scope. The default scope includes all seats.
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

    /// Checks a tag and returns its findings.
    ///
    /// - Parameters:
    ///   - snapshot: A snapshot of the tag, with depth ``TagKit/TagSession/Depth/inspection`` or more.
    ///   - record: The registry's data about the tag's UID.
    ///   - originality: The verdict on the tag's originality signature.
    ///   - standing: The auditor's current seat, or nil if unknown.
    /// - Returns: The problems followed by the notices, each sorted from most to least serious. Each code
    ///   occurs at most once.
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
                .unfinished, "the tag for \(row.seat) was never completely written",
                .goOn(batch: row.batch))
        }
        return draft.findings.gravestFirst()
    }
}
