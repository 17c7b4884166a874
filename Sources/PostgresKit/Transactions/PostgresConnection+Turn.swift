/// Turns for transactions that have failed several times because of conflicts. The transaction that has the
/// turn can still run at the same time as other transactions, but not at the same time as another transaction
/// that also needs the turn.
extension PostgresConnection {
    /// The key of the advisory lock that represents the turn: "turn" in ASCII.
    private static let turn: Int64 = 0x7475_726E

    /// Waits for the turn.
    ///
    /// The lock for the turn belongs to the connection and not to the transaction. If the transaction waited
    /// for it, its snapshot would be as old as the wait.
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

    /// Ends the turn. If that fails, the connection is not used again, so that the server releases the lock.
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
