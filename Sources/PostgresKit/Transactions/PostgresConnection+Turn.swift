/// An advisory lock, called the turn, for transactions that have failed several times because of conflicts.
/// Only one of these transactions runs at a time. Other transactions do not wait for the lock.
extension PostgresConnection {
    /// The key of the advisory lock that is called the turn. The key is the word "turn" in ASCII.
    private static let turn: Int64 = 0x7475_726E

    /// Waits for the advisory lock, which is called the turn.
    ///
    /// The connection acquires the lock before the transaction begins. A transaction that began before the
    /// wait would use a snapshot from that time.
    func beginTurn(until deadline: Deadline) throws(PostgresError) {
        (failure, self.deadline) = (nil, deadline)
        do throws(PostgresError) {
            try command("SELECT pg_advisory_lock(\(Self.turn))")
            _ = try finish()
        } catch {
            // The server may still give the lock to this connection.
            abandon()
            throw error
        }
    }

    /// Releases the advisory lock, which is called the turn. If that fails, marks the connection as broken.
    /// The server then releases the lock when the connection is closed.
    func endTurn() {
        guard !isBroken else { return }
        (failure, deadline) = (nil, Deadline(after: responseTimeout))
        do {
            try command("SELECT pg_advisory_unlock(\(Self.turn))")
            _ = try finish()
        } catch {
            abandon()
        }
    }
}
