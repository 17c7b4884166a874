public import DatabaseKit
public import TimeKit

extension Transaction {
    /// Inserts or updates a sign-in link.
    public func save(_ link: SignInLink) throws {
        try run(
            """
            INSERT INTO sign_in_link (id, email, asked, sent, donor, hash, used) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET sent = excluded.sent, donor = excluded.donor, hash = excluded.hash,
              used = excluded.used
            """,
            [
                link.id, link.email, link.asked, link.sent, link.donor, link.hash,
                link.used,
            ])
    }

    /// Returns the sign-in link whose token has this hash, or nil.
    public func link(hash: String) throws -> SignInLink? {
        try first("SELECT * FROM sign_in_link WHERE hash = ?", [hash]).map(SignInLink.init)
    }

    /// Returns the sign-in links that have not been sent, oldest first.
    func waitingLinks(limit: Int) throws -> [SignInLink] {
        try all("SELECT * FROM sign_in_link WHERE sent IS NULL ORDER BY id LIMIT ?", [limit])
            .map(SignInLink.init)
    }

    /// Returns the number of sign-in links for an address, or for all addresses.
    ///
    /// - Parameter email: The key of the address, or nil for all addresses.
    public func linkCount(email: String?) throws -> Int {
        guard let email else { return try value("SELECT COUNT(*) FROM sign_in_link") ?? 0 }
        return try value("SELECT COUNT(*) FROM sign_in_link WHERE email = ?", [email]) ?? 0
    }

    /// Deletes the sign-in links that were requested at or before a given time.
    func forgetLinks(askedUntil time: Timestamp) throws {
        try run("DELETE FROM sign_in_link WHERE asked <= ?", [time])
    }

    /// Inserts or updates a session.
    public func save(_ session: DonorSession) throws {
        try run(
            """
            INSERT INTO donor_session (hash, donor, ends) VALUES (?, ?, ?)
            ON CONFLICT (hash) DO UPDATE SET donor = excluded.donor, ends = excluded.ends
            """, [session.hash, session.donor, session.ends])
    }

    /// Returns the session whose token has this hash, or nil. Also returns an expired session that is still
    /// stored.
    public func session(hash: String) throws -> DonorSession? {
        try first("SELECT * FROM donor_session WHERE hash = ?", [hash]).map(DonorSession.init)
    }

    /// Returns a donor's latest sessions that expire after a given time, newest first.
    public func sessions(
        ofDonor donor: String, endingAfter time: Timestamp, limit: Int
    ) throws -> [DonorSession] {
        try all(
            "SELECT * FROM donor_session WHERE donor = ? AND ends > ? ORDER BY ends DESC, hash LIMIT ?",
            [donor, time, limit]
        ).map(DonorSession.init)
    }

    /// Ends a session. An unknown hash has no effect.
    func removeSession(hash: String) throws {
        try run("DELETE FROM donor_session WHERE hash = ?", [hash])
    }

    /// Ends all sessions of a donor.
    func removeSessions(ofDonor donor: String) throws {
        try run("DELETE FROM donor_session WHERE donor = ?", [donor])
    }

    /// Deletes the sessions that expired at or before a given time.
    func forgetSessions(endedBy time: Timestamp) throws {
        try run("DELETE FROM donor_session WHERE ends <= ?", [time])
    }

    /// Ends the sessions of all donors, and deletes all sign-in links, including those that have not been
    /// sent.
    ///
    /// - Returns: The numbers of sessions and links that were still valid.
    public func endAllSignIns(at now: Timestamp) throws -> (sessions: Int, links: Int) {
        let sessions: Int64? = try value("SELECT count(*) FROM donor_session WHERE ends > ?", [now])
        let links: Int64? = try value(
            "SELECT count(*) FROM sign_in_link WHERE donor IS NOT NULL AND used IS NULL AND sent > ?",
            [now.adding(seconds: -SignInLink.lifeSeconds)])
        try run("DELETE FROM donor_session")
        try run("DELETE FROM sign_in_link")
        return (Int(sessions ?? 0), Int(links ?? 0))
    }

    /// Deletes the sign-in links for an address and the sessions of a donor.
    ///
    /// - Parameter email: The key of the address.
    func forgetSignIns(ofDonor donor: String, email: String) throws {
        try run("DELETE FROM sign_in_link WHERE email = ?", [email])
        try removeSessions(ofDonor: donor)
    }
}

extension DonorSession {
    fileprivate init(_ row: StatementRow) {
        self.init(hash: row["hash"], donor: row["donor"], ends: row["ends"])
    }
}

extension SignInLink {
    fileprivate init(_ row: StatementRow) {
        self.init(id: row["id"], email: row["email"], asked: row["asked"])
        sent = row["sent"]
        donor = row["donor"]
        hash = row["hash"]
        used = row["used"]
    }
}
