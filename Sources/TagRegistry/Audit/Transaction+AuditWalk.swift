public import DatabaseKit
public import TimeKit

extension Transaction {
    /// Begins a walk through these seats.
    ///
    /// - Throws: ``RegistryError`` with code `unknownBatch`, or `noSeats` where the walk would be through none.
    public func beginAudit(_ scope: AuditScope, at time: Timestamp) throws -> AuditStart {
        guard try !auditRows(scope).isEmpty else {
            throw RegistryError(.noSeats, scope.org ?? scope.batch ?? "")
        }
        let start = AuditStart(
            number: (try lastAudit(of: nil, seen: false)?.number ?? 0) + 1, scope: scope, started: time)
        try save(start)
        return start
    }

    /// The last walk through exactly these seats on which a tag was seen; else the last that was begun.
    ///
    /// - Throws: ``RegistryError`` with code `noAudit`.
    public func knownAudit(_ scope: AuditScope) throws -> AuditStart {
        guard let start = try lastAudit(of: scope, seen: true) ?? lastAudit(of: scope, seen: false) else {
            throw RegistryError(.noAudit, scope.batch ?? scope.org ?? "")
        }
        return start
    }

    /// A walk as far as it has come, with the seats and tags as they are now.
    public func auditWalk(_ start: AuditStart) throws -> AuditWalk {
        let rows = try auditRows(start.scope)
        var batches: [String: Batch] = [:]
        for name in Set(rows.map(\.batch)) { batches[name] = try batch(name) }
        let entries = try rows.map { row in
            BatchExport.Row(row: row, tag: try row.uid.flatMap { try tag(uid: $0) })
        }
        var sightings: [AuditSighting] = []
        while case let page = try self.sightings(of: start.number, behind: sightings.last?.number, limit: 500),
            !page.isEmpty
        {
            sightings += page
        }
        return AuditWalk(start, rows: entries, batches: batches, sightings: sightings)
    }

    /// The seats of a walk, by batch and number.
    public func auditRows(_ scope: AuditScope) throws -> [BatchRow] {
        let names = try scope.batch.map { [try knownBatch($0).name] } ?? allBatches().map(\.name)
        return try names.flatMap { try allRows(of: $0) }.filter(scope.contains)
    }
}
