/// An advisory lock, called the turn, for transactions that have failed several times because of conflicts.
/// Only one of these transactions runs at a time. Other transactions do not wait for the lock.
extension PostgresConnection {
    /// The key of the advisory lock that is called the turn. The key is the word "turn" in ASCII.
    static let turn: Int64 = 0x7475_726E

    /// Returns the key of the advisory lock for transactions that change the thing with this name: its FNV-1a
    /// hash. Two names with the same hash only wait for each other.
    static func turn(of name: String) -> Int64 {
        let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
        }
        return Int64(bitPattern: hash)
    }

    /// Waits for the advisory lock, which is called the turn.
    ///
    /// The connection acquires the lock before the transaction begins. A transaction that began before the
    /// wait would use a snapshot from that time.
    func beginTurn(_ key: Int64, until deadline: Deadline) throws(PostgresError) {
        (failure, self.deadline) = (nil, deadline)
        do throws(PostgresError) {
            try command("SELECT pg_advisory_lock(\(key))")
            _ = try finish()
        } catch {
            // The server may still give the lock to this connection.
            abandon()
            throw error
        }
    }

    /// Releases the advisory lock, which is called the turn. If that fails, marks the connection as broken.
    /// The server then releases the lock when the connection is closed.
    func endTurn(_ key: Int64) {
        guard !isBroken else { return }
        (failure, deadline) = (nil, Deadline(after: responseTimeout))
        do {
            try command("SELECT pg_advisory_unlock(\(key))")
            _ = try finish()
        } catch {
            abandon()
        }
    }
}
