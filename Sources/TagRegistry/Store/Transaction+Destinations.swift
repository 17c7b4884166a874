public import DatabaseKit

extension Transaction {
    /// Keeps a destination: a new one, or its next state.
    public func save(_ destination: ManagedDestination) throws {
        try run(
            """
            INSERT INTO managed_destination (id, batch, body) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, body = excluded.body
            """, [destination.id, destination.place?.batch, try document(destination)])
    }

    /// The destination of this id, octet by octet, or nil.
    public func destination(_ id: String) throws -> ManagedDestination? {
        try first(ManagedDestination.self, "SELECT body FROM managed_destination WHERE id = ?", [id])
    }

    /// Returns a page by id, after a given id, of one batch or of all.
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
