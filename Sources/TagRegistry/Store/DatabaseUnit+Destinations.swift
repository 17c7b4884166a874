// The methods are documented where they are promised, in `RegistryUnit.swift`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import DatabaseKit

extension DatabaseUnit: DestinationRecords {
    public func save(_ destination: ManagedDestination) throws {
        try run(
            """
            INSERT INTO managed_destination (id, batch, body) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, body = excluded.body
            """, [destination.id, destination.place?.batch, try document(destination)])
    }

    public func destination(_ id: String) throws -> ManagedDestination? {
        try first(ManagedDestination.self, "SELECT body FROM managed_destination WHERE id = ?", [id])
    }

    public func destinations(of batch: String?, behind id: String?, limit: Int) throws -> [ManagedDestination]
    {
        guard let batch else {
            return try all(
                ManagedDestination.self,
                "SELECT body FROM managed_destination WHERE id > ? ORDER BY id LIMIT ?", [id ?? "", limit])
        }
        return try all(
            ManagedDestination.self,
            "SELECT body FROM managed_destination WHERE batch = ? AND id > ? ORDER BY id LIMIT ?",
            [batch, id ?? "", limit])
    }
}
