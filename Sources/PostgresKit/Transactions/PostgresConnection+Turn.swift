/// Turns for transactions that have failed several times because of conflicts. Transactions that need the
/// turn run one at a time. Other transactions can still run at the same time.
extension PostgresConnection {
    /// The key of the advisory lock that represents the turn: "turn" in ASCII.
    private static let turn: Int64 = 0x7475_726E

    /// Waits for the turn.
    ///
    /// The lock for the turn belongs to the connection and not to the transaction. If the transaction itself
    /// waited for the lock, its snapshot would be from before the wait.
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

    /// Ends the turn by releasing its lock. If that fails, marks the connection as broken. The server
    /// releases the lock when the connection is closed, before the next one is opened.
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
