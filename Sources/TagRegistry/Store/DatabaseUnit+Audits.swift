// The methods are documented where they are promised, in `RegistryUnit.swift`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import DatabaseKit

extension DatabaseUnit: AuditRecords {
    public func save(_ start: AuditStart) throws {
        try run(
            "INSERT INTO audit_walk (number, scope, body) VALUES (?, ?, ?)",
            [start.number, try document(start.scope), try document(start)])
    }

    public func lastAudit(of scope: AuditScope?, seen: Bool) throws -> AuditStart? {
        let isSeen = "EXISTS (SELECT 1 FROM audit_sighting WHERE walk = audit_walk.number)"
        let condition = seen ? isSeen : "TRUE"
        guard let scope else {
            return try first(
                AuditStart.self,
                "SELECT body FROM audit_walk WHERE \(condition) ORDER BY number DESC LIMIT 1")
        }
        return try first(
            AuditStart.self,
            "SELECT body FROM audit_walk WHERE scope = ? AND \(condition) ORDER BY number DESC LIMIT 1",
            [try document(scope)])
    }

    public func append(_ sighting: AuditSighting, to walk: Int) throws {
        try run(
            "INSERT INTO audit_sighting (walk, number, body) VALUES (?, ?, ?)",
            [walk, sighting.number, try document(sighting)])
    }

    public func sightings(of walk: Int, behind number: Int?, limit: Int) throws -> [AuditSighting] {
        try all(
            AuditSighting.self,
            "SELECT body FROM audit_sighting WHERE walk = ? AND number > ? ORDER BY number LIMIT ?",
            [walk, number ?? 0, limit])
    }

    public func sightingCount(of walk: Int) throws -> Int {
        try value("SELECT COALESCE(MAX(number), 0) FROM audit_sighting WHERE walk = ?", [walk]) ?? 0
    }
}
