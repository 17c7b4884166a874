public import DatabaseKit
public import TimeKit

/// The registry's data about a tag that is being audited.
public struct AuditRecord: Hashable, Sendable {
    /// The chip's record; nil if the chip is not registered.
    public var tag: RegisteredTag?
    /// The row that the tag occupies or is being written for. Nil if the tag has no row.
    public var row: BatchRow?
    /// The batch of the tag's row, or nil if the tag has no row.
    public var batch: Batch?
    /// The managed tag that the row's URL identifies; nil if the URL has no managed id.
    public var managed: ManagedDestination?
    /// The latest journal entry that explains why the tag has no seat. Nil if the tag has a seat or never had
    /// one.
    public var givenUp: JournalEntry?
    /// The seat that the tag last occupied, as recorded in `givenUp`.
    public var lastSeat: String?
    /// The highest tap counter seen in the chip's mirror; nil before the first tap.
    public var counter: UInt32?

    /// Creates the record for an unknown UID.
    public init() {}
}

extension Transaction {
    /// Returns the registry's data about the tag with this UID.
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

    /// Starts an audit of the seats in a scope.
    ///
    /// - Throws: ``RegistryError`` with code `unknownBatch`, or `noSeats` if the scope contains no seats.
    public func beginAudit(_ scope: AuditScope, at time: Timestamp) throws -> AuditStart {
        guard try !auditRows(scope).isEmpty else {
            throw RegistryError(.noSeats, scope.org ?? scope.batch ?? "")
        }
        let start = AuditStart(
            number: (try lastAudit(of: nil, seen: false)?.number ?? 0) + 1, scope: scope, started: time)
        try save(start)
        return start
    }

    /// Returns the last audit that has exactly this scope and at least one sighting. If no audit of this
    /// scope has a sighting, returns the one that was started last.
    ///
    /// - Throws: ``RegistryError`` with code `noAudit` if no audit of this scope was started.
    public func knownAudit(_ scope: AuditScope) throws -> AuditStart {
        guard let start = try lastAudit(of: scope, seen: true) ?? lastAudit(of: scope, seen: false) else {
            throw RegistryError(.noAudit, scope.batch ?? scope.org ?? "")
        }
        return start
    }

    /// Returns an audit with its sightings so far, and with the current seats and tags.
    public func auditWalk(_ start: AuditStart) throws -> AuditWalk {
        let rows = try auditRows(start.scope)
        var batches: [String: Batch] = [:]
        for name in Set(rows.map(\.batch)) { batches[name] = try batch(name) }
        let entries = try rows.map { row in
            BatchExport.Row(row: row, tag: try row.uid.flatMap { try tag(uid: $0) })
        }
        var sightings: [AuditSighting] = []
        while case let page = try self.sightings(of: start.number, after: sightings.last?.number, limit: 500),
            !page.isEmpty
        {
            sightings += page
        }
        return AuditWalk(start: start, rows: entries, batches: batches, sightings: sightings)
    }

    /// Returns the rows in the scope of an audit, sorted by batch and row number.
    ///
    /// - Throws: ``RegistryError`` with code `unknownBatch`.
    public func auditRows(_ scope: AuditScope) throws -> [BatchRow] {
        let names = try scope.batch.map { [try knownBatch($0).name] } ?? allBatches().map(\.name)
        return try names.flatMap { try allRows(of: $0) }.filter(scope.contains)
    }
}
