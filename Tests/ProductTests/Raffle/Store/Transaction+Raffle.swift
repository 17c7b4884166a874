import DatabaseKit

/// The tables of raffles.
enum RaffleMigrations {
    static let own = [
        Migration(
            "raffle.1",
            "CREATE TABLE raffle_ticket (id TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT, WITHOUT ROWID")
    ]
}

extension Transaction {
    func save(_ ticket: RaffleTicket) throws {
        try run(
            """
            INSERT INTO raffle_ticket (id, body) VALUES (?, ?)
            ON CONFLICT (id) DO UPDATE SET body = excluded.body
            """, [ticket.id, try document(ticket)])
    }

    /// - Throws: ``UnknownTicket``.
    func existingTicket(_ id: String) throws -> RaffleTicket {
        let found: RaffleTicket? = try first("SELECT body FROM raffle_ticket WHERE id = ?", [id])
        guard let found else { throw UnknownTicket(reason: id) }
        return found
    }
}
