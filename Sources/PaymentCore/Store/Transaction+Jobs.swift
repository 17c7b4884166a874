import DatabaseKit
import TimeKit

extension Transaction {
    /// Takes a job's lease until `end` if the lease is free or has expired, or renews the lease if `holder`
    /// already has it.
    ///
    /// - Returns: Whether the holder now has the lease.
    func take(job name: String, for holder: String, at now: Timestamp, until end: Timestamp) throws -> Bool {
        try changedRows(
            """
            INSERT INTO job (name, holder, until) VALUES (?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
            WHERE job.holder = excluded.holder OR job.until <= ?
            """, [name, holder, end, now]) > 0
    }

    /// Ends the holder's lease. Does nothing if another holder has the lease.
    func release(job name: String, of holder: String) throws {
        try run("DELETE FROM job WHERE name = ? AND holder = ?", [name, holder])
    }
}
