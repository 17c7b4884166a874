public import DatabaseKit
public import TagKit
public import TagSecurity
public import TimeKit

/// A service that inspects tags during an audit. It stores each sighting before returning it.
public struct TagAuditor: Sendable {
    /// The reader that inspects the tags.
    public let reader: any TagReader
    /// The number of the audit.
    public let walk: Int
    private let rules: AuditRules
    private let database: any TransactionRunner
    private let clock: WallClock
    /// Public keys that are accepted for originality signatures in addition to the manufacturers' keys. They
    /// are the keys of simulated tags.
    private let trusted: [OriginalityKey]

    /// Creates an auditor for an audit that was already started.
    public init(
        _ reader: any TagReader, walk: Int, rules: AuditRules, database: any TransactionRunner,
        clock: WallClock,
        trusting trusted: [OriginalityKey] = []
    ) {
        self.reader = reader
        self.walk = walk
        self.rules = rules
        self.database = database
        self.clock = clock
        self.trusted = trusted
    }

    /// The result of inspecting one tag.
    public enum Result: Hashable, Sendable {
        /// The tag was inspected, and the sighting was stored.
        case seen(AuditSighting)
        /// The tag could not be inspected. For example, two tags were in the field, or the tag was removed
        /// too early. Nothing is stored.
        case notRead(BatchFailure)
    }

    /// Waits for a tag and inspects it. The tag is never written.
    ///
    /// - Parameters:
    ///   - limit: The maximum time to wait for a tag.
    ///   - standing: A closure that is called with the tag's UID, or with nil if the tag could not be read.
    ///     It returns the auditor's current seat, or nil if unknown.
    /// - Throws: `noTag` if no tag is detected in time, and any error that the reader or the database throws.
    ///   Problems with a tag are returned as results.
    public func take(
        within limit: Duration, at standing: @Sendable (_ uid: String?) -> BatchRow? = { _ in nil }
    ) async throws -> Result {
        let session = TagSession(reader)
        let (snapshot, originality): (TagSnapshot, Originality)
        do throws(TagError) {
            snapshot = try await session.inspect(.inspection, within: limit)
            originality = Originality(
                try await session.readSignature(), uid: snapshot.tag.uid, chip: snapshot.chip,
                trusting: trusted)
        } catch {
            switch error.code {
            case .twoTags, .tagLost, .nak: return .notRead(BatchFailure(error))
            case .unsupportedTag, .malformedTag: return .seen(try await keep(error, at: standing(nil)))
            default: throw error
            }
        }
        let (rules, uid) = (rules, snapshot.registered.uid)
        let standing = standing(uid)
        return .seen(
            try await keep(at: standing) { sighting, transaction in
                let record = try transaction.auditRecord(of: uid)
                sighting.uid = uid
                sighting.product = snapshot.chip.product
                sighting.place = record.row?.place
                sighting.seat = record.row?.seat
                sighting.url = HeldMessage(snapshot.message).url.map(AuditSighting.shortened)
                sighting.lock = LockReading(snapshot).seen
                sighting.findings = rules.findings(snapshot, record, originality, at: standing)
            })
    }

    /// Stores and returns the sighting of a tag that could not be read.
    private func keep(_ error: TagError, at standing: BatchRow?) async throws -> AuditSighting {
        let finding = AuditFinding(
            .unreadable, "the tag cannot be read: \(BatchFailure(error).words)",
            remedy: rules.words(AuditDraft.takingOff))
        return try await keep(at: standing) { sighting, _ in sighting.findings = [finding] }
    }

    /// Creates a sighting, calls `judge` to complete it, and stores it with its journal entry in one
    /// transaction.
    private func keep(
        at standing: BatchRow?, _ judge: @escaping @Sendable (inout AuditSighting, Transaction) throws -> Void
    ) async throws -> AuditSighting {
        let (walk, now, name) = (walk, clock.now(), reader.name)
        return try await database.write { transaction in
            var sighting = AuditSighting(number: try transaction.sightingCount(of: walk) + 1, time: now)
            (sighting.standing, sighting.reader) = (standing?.seat, name)
            try judge(&sighting, transaction)
            try transaction.append(sighting, to: walk)
            try transaction.append(JournalEntry(sighting))
            return sighting
        }
    }
}

extension JournalEntry {
    fileprivate init(_ sighting: AuditSighting) {
        self.init(
            .audited, at: sighting.time, batch: sighting.place?.batch, row: sighting.place?.row,
            uid: sighting.uid, reader: sighting.reader, url: sighting.url,
            failure: sighting.worst.map { BatchFailure($0.code.rawValue, $0.words) })
    }
}
