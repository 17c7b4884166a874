public import DatabaseKit

/// Audits, in which tags are compared with their records.
extension Transaction {
    /// Saves a new audit. Its number must not be in use.
    public func save(_ start: AuditStart) throws {
        try run(
            "INSERT INTO audit_walk (number, scope, body) VALUES (?, ?, ?)",
            [start.number, document(start.scope), document(start)])
    }

    /// Returns the last audit with exactly this scope; if `scope` is nil, returns the last audit with any
    /// scope. If `seen` is true, considers only audits in which a tag was seen.
    public func lastAudit(of scope: AuditScope?, seen: Bool) throws -> AuditStart? {
        let isSeen = "EXISTS (SELECT 1 FROM audit_sighting WHERE walk = audit_walk.number)"
        let condition = seen ? isSeen : "TRUE"
        guard let scope else {
            return try first(
                "SELECT body FROM audit_walk WHERE \(condition) ORDER BY number DESC LIMIT 1")
        }
        return try first(
            "SELECT body FROM audit_walk WHERE scope = ? AND \(condition) ORDER BY number DESC LIMIT 1",
            [document(scope)])
    }

    /// Adds a sighting at the end of an audit. The sighting's number must not be in use in that audit.
    public func append(_ sighting: AuditSighting, to walk: Int) throws {
        try run(
            "INSERT INTO audit_sighting (walk, number, body) VALUES (?, ?, ?)",
            [walk, sighting.number, document(sighting)])
    }

    /// Returns a page of an audit's sightings in order, starting after the given number.
    public func sightings(of walk: Int, after number: Int?, limit: Int) throws -> [AuditSighting] {
        try all(
            "SELECT body FROM audit_sighting WHERE walk = ? AND number > ? ORDER BY number LIMIT ?",
            [walk, number ?? 0, limit])
    }

    /// Returns the number of sightings in an audit, which is also the number of the last sighting.
    public func sightingCount(of walk: Int) throws -> Int {
        try value("SELECT COALESCE(MAX(number), 0) FROM audit_sighting WHERE walk = ?", [walk]) ?? 0
    }
}
