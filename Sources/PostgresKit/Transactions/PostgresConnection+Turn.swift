/// Advisory locks, called turns, for transactions that would otherwise fail because of conflicts.
/// Transactions with the same turn run one at a time.
///
/// A transaction with a shared name takes the turn of that name before it begins. Any other transaction takes
/// the common turn after it has failed several times. A transaction without a turn does not wait for turns.
extension PostgresConnection {
    /// The key of the common turn: the word "turn" in ASCII.
    static let turn: Int64 = 0x7475_726E

    /// Returns the key of the turn for a name: the name's FNV-1a hash. If two names have the same hash, their
    /// transactions wait for each other.
    static func turn(of name: String) -> Int64 {
        let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
        }
        return Int64(bitPattern: hash)
    }

    /// Waits for the turn with this key.
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

    /// Releases the turn with this key. If that fails, marks the connection as broken.
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
