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
            [key, time]
        ) { row in
            AnsweredRequest(
                key: key, fingerprint: row[0], subject: row[1], time: row[2])
        }
        if earlier != nil { changedBefore() }
        return earlier
    }

    /// Returns the stored record of a repeated request, or nil if the request is new.
    ///
    /// - Throws: `GivingError`: `idempotencyConflict` if the key was used with other parameters.
    func earlier(_ asked: AnsweredRequest) throws -> AnsweredRequest? {
        let oldest = asked.time.adding(seconds: -AnsweredRequest.memory)
        guard let earlier = try request(asked.key, since: oldest) else { return nil }
        guard earlier.fingerprint == asked.fingerprint else { throw GivingError(.idempotencyConflict) }
        return earlier
    }

    /// Deletes the parameter hashes of the requests for a donor's gifts. The keys of these requests remain
    /// stored.
    func forgetParameters(ofDonor donor: String) throws {
        try run(
            """
            UPDATE answered_request SET fingerprint = ''
            WHERE subject IN (SELECT id FROM gift WHERE donor = ?)
            """, [donor])
    }

    /// Saves a request under its key, replacing an older request, and deletes expired requests.
    public func save(_ request: AnsweredRequest) throws {
        let oldest = request.time.adding(seconds: -AnsweredRequest.memory)
        try run("DELETE FROM answered_request WHERE time <= ?", [oldest])
        try run(
            """
            INSERT INTO answered_request (key, fingerprint, subject, time) VALUES (?, ?, ?, ?)
            ON CONFLICT (key) DO UPDATE SET fingerprint = excluded.fingerprint, subject = excluded.subject,
              time = excluded.time
            """, [request.key, request.fingerprint, request.subject, request.time])
    }
}
