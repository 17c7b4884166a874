public import DatabaseKit
import PaymentCore
import TimeKit

extension Transaction {
    /// Saves a new guardian, or the new state of an existing one.
    public func save(_ guardian: Guardian) throws {
        changed(guardian.id)
        try run(
            """
            INSERT INTO guardian (id, hash, body) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET hash = excluded.hash, body = excluded.body
            """, [guardian.id, guardian.linkHash, document(guardian)])
    }

    /// Returns the guardian with this id, or nil.
    public func guardian(_ id: String) throws -> Guardian? {
        try first("SELECT body FROM guardian WHERE id = ?", [id])
    }

    /// Returns the guardian whose link's token has this hash, or nil.
    public func guardian(hash: String) throws -> Guardian? {
        try first("SELECT body FROM guardian WHERE hash = ?", [hash])
    }

    /// Invalidates the links of all guardians.
    ///
    /// - Returns: The number of links that were valid.
    public func endAllGuardianLinks() throws -> Int {
        var count = 0
        while true {
            let guardians: [Guardian] = try all(
                "SELECT body FROM guardian WHERE hash IS NOT NULL LIMIT 500")
            if guardians.isEmpty { return count }
            for var guardian in guardians {
                guardian.linkHash = nil
                try save(guardian)
            }
            count += guardians.count
        }
    }

    /// Saves a new dependent, or the new state of an existing one.
    public func save(_ enrolled: EnrolledDependent) throws {
        changed(enrolled.id, of: enrolled.agency)
        try run(
            """
            INSERT INTO dependent (id, agency, guardian, due, body) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET due = excluded.due, body = excluded.body
            """,
            [
                enrolled.id, enrolled.agency, enrolled.guardian, enrolled.dependent.due.iso8601,
                document(enrolled),
            ])
    }

    /// Returns the dependent with this id, or nil.
    public func dependent(_ id: String) throws -> EnrolledDependent? {
        try first("SELECT body FROM dependent WHERE id = ?", [id])
    }

    /// Returns dependents, sorted by due date. Only dependents that match `guardian` and `agency` are
    /// included; nil matches all.
    public func dependents(ofGuardian guardian: String?, agency: String?, limit: Int) throws
        -> [EnrolledDependent]
    {
        let wanted = [("guardian", guardian), ("agency", agency)].filter { $0.1 != nil }
        let conditions = ["TRUE"] + wanted.map { "\($0.0) = ?" }
        return try all(
            "SELECT body FROM dependent WHERE \(conditions.joined(separator: " AND ")) ORDER BY due, id LIMIT ?",
            StatementValues(wanted.map { $0.1 }) + [limit])
    }
}
