/// Turns of transactions that other transactions have disturbed several times. One of them runs at a time, besides
/// the others.
extension PostgresConnection {
    /// The key of the lock that the transaction holds: "turn" in ASCII.
    private static let turn: Int64 = 0x7475_726E

    /// Waits for the turn. It belongs to the connection and not to a transaction, whose state would be as old as its
    /// wait.
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

    /// Ends the turn. If that fails, the connection is not used again, and the server ends it.
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
