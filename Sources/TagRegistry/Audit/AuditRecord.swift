public import DatabaseKit

/// What the registry knows about the UID on the reader, for a walk.
public struct AuditRecord: Hashable, Sendable {
    /// The chip, where it was met before.
    public var tag: RegisteredTag?
    /// The row that has it, or for which it was begun.
    public var row: BatchRow?
    /// That row's batch.
    public var batch: Batch?
    /// The managed tag of the id in that row's URL.
    public var managed: ManagedDestination?
    /// What was done last that left the tag without a seat; nil where it has one, or never had.
    public var givenUp: JournalEntry?
    /// The seat of that entry.
    public var lastSeat: String?
    /// The highest tap counter that was ever seen of the chip's mirror; nil before the first.
    public var counter: UInt32?

    /// A UID of which nothing is known.
    public init() {}
}

extension Transaction {
    /// What the registry knows about a UID.
    public func auditRecord(of uid: String) throws -> AuditRecord {
        var record = AuditRecord()
        record.tag = try tag(uid: uid)
        guard record.tag != nil else { return record }
        record.row = try row(uid: uid)
        record.counter = try highestCounter(ofUID: uid, by: .mirror)
        guard let row = record.row else {
            let kinds: Set<JournalEntry.Kind> = [
                .begun, .replaced, .undone, .released, .setAside,
            ]
            record.givenUp = try journal(uid: uid, limit: 100).first { kinds.contains($0.kind) }
            if let entry = record.givenUp, let batch = entry.batch, let number = entry.row {
                record.lastSeat = try self.row(number, of: batch)?.seat
            }
            return record
        }
        record.batch = try batch(row.batch)
        record.managed = try row.tagID.flatMap { try destination($0) }
        return record
    }
}
