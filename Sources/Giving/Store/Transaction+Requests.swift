public import DatabaseKit
public import TimeKit

extension Transaction {
    /// Returns the request with this key, or nil if no request with this key was made after `time`.
    ///
    /// If the request exists, the current task only repeats an earlier change. Therefore, no ``ChangeRecord``
    /// is written for the task.
    public func request(_ key: String, since time: Timestamp) throws -> AnsweredRequest? {
        let earlier = try one(
            "SELECT fingerprint, subject, time FROM answered_request WHERE key = ? AND time > ?",
            [key, time.seconds]
        ) { row in
            AnsweredRequest(
                key: key, fingerprint: row[0], subject: row[1], time: Timestamp(seconds: row[2]))
        }
        if earlier != nil { changedBefore() }
        return earlier
    }

    /// Deletes the parameter hashes of the requests for a donor's gifts. The keys of these requests remain
    /// stored.
    public func forgetParameters(ofDonor donor: String) throws {
        try run(
            """
            UPDATE answered_request SET fingerprint = ''
            WHERE subject IN (SELECT id FROM gift WHERE donor = ?)
            """, [donor])
    }

    /// Saves a request under its key, replacing an older request, and deletes expired requests.
    public func save(_ request: AnsweredRequest) throws {
        let oldest = request.time.adding(seconds: -AnsweredRequest.memory)
        try run("DELETE FROM answered_request WHERE time <= ?", [oldest.seconds])
        try run(
            """
            INSERT INTO answered_request (key, fingerprint, subject, time) VALUES (?, ?, ?, ?)
            ON CONFLICT (key) DO UPDATE SET fingerprint = excluded.fingerprint, subject = excluded.subject,
              time = excluded.time
            """, [request.key, request.fingerprint, request.subject, request.time.seconds])
    }
}
