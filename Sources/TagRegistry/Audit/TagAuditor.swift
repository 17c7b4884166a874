public import DatabaseKit
public import TagKit
public import TagSecurity
public import TimeKit

/// A reader on a walk: what is held to it is judged, and kept before the person hears of it.
public struct TagAuditor: Sendable {
    /// What the tags are held to.
    public let reader: any TagReader
    /// The number of the walk.
    public let walk: Int
    private let rules: AuditRules
    private let database: any TransactionRunner
    private let clock: WallClock
    /// Makers' keys beyond the known ones: the simulator's, of a reader that is no real one.
    private let trusted: [OriginalityKey]

    /// A reader on a walk that was begun.
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

    /// What came of one tag.
    public enum Result: Hashable, Sendable {
        /// It was judged, and that is kept.
        case seen(AuditSighting)
        /// Nothing was learned of it: two tags at once, or gone before it was read. Nothing is kept.
        case notRead(BatchFailure)
    }

    /// Waits for a tag, and judges it. Nothing is written to it.
    ///
    /// - Parameter standing: Asked with the tag's UID for the seat at which the person stands; nil where nobody said.
    ///   A tag that is held up twice is asked for twice.
    /// - Throws: `noTag`, the reader's errors, and those of the file. Everything that is wrong with a tag is a result.
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
                sighting.url = HeldMessage(snapshot.message).url.map(Self.cut)
                sighting.lock = LockReading(snapshot).seen
                sighting.findings = rules.findings(snapshot, record, originality, at: standing)
            })
    }

    /// A tag of which not even the UID is known.
    private func keep(_ error: TagError, at standing: BatchRow?) async throws -> AuditSighting {
        let finding = AuditFinding(
            .unreadable, "phones cannot read it: \(BatchFailure(error).words)",
            remedy: rules.words(AuditDraft.takingOff))
        return try await keep(at: standing) { sighting, _ in sighting.findings = [finding] }
    }

    /// Keeps a sighting and its line in the tag's history, in the transaction in which it was judged.
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

    private static func cut(_ url: String) -> String {
        url.utf8.count <= AuditSighting.longestURL ? url : String(url.prefix(AuditSighting.longestURL / 4))
    }
}

extension JournalEntry {
    /// The line of a sighting in its tag's history.
    fileprivate init(_ sighting: AuditSighting) {
        self.init(
            .audited, at: sighting.time, batch: sighting.place?.batch, row: sighting.place?.row,
            uid: sighting.uid, reader: sighting.reader, url: sighting.url,
            failure: sighting.worst.map { BatchFailure($0.code.rawValue, $0.words) })
    }
}
