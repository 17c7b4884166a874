public import DatabaseKit
public import TimeKit

extension Transaction {
    /// Saves a member, and replaces a stored member with the same id.
    public func save(_ member: StaffMember) throws {
        try run(
            """
            INSERT INTO staff_member (id, address, body) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET address = excluded.address, body = excluded.body
            """, [member.id, member.email, try document(member)])
    }

    /// Returns the member with this id, or nil.
    public func staffMember(_ id: String) throws -> StaffMember? {
        try one("SELECT body, unconfirmed_since FROM staff_member WHERE id = ?", [id], StaffMember.init(row:))
    }

    /// Returns the member with this address, or nil.
    public func staffMember(of address: StaffAddress) throws -> StaffMember? {
        try one(
            "SELECT body, unconfirmed_since FROM staff_member WHERE address = ?", [address.text],
            StaffMember.init(row:))
    }

    /// Returns members, sorted by address.
    ///
    /// - Parameters:
    ///   - address: The address, in lower case, after which the list starts; nil to start with the first
    ///     member.
    ///   - limit: The maximum number of members.
    public func staffMembers(after address: String?, limit: Int) throws -> [StaffMember] {
        try all(
            "SELECT body, unconfirmed_since FROM staff_member WHERE address > ? ORDER BY address LIMIT ?",
            [address ?? "", limit], StaffMember.init(row:))
    }

    /// Deletes a member, with their second factor, their sessions, their pending sign-ins, their links, and
    /// the invitations that they sent.
    public func removeStaffMember(_ id: String) throws {
        try removeStaffFactor(id)
        try removePasswordLinks(of: id)
        try removeInvitations(by: id)
        try run("DELETE FROM staff_member WHERE id = ?", [id])
    }
}

// MARK: Sessions

extension Transaction {
    /// Saves a session, and replaces a stored session with the same id.
    public func save(_ session: StaffSession) throws {
        try run(
            """
            INSERT INTO staff_session (id, member, seen, body) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET seen = excluded.seen, body = excluded.body
            """, [session.id, session.member, session.seen.seconds, try document(session)])
    }

    /// Returns the session whose token has this hash, or nil.
    public func staffSession(_ id: String) throws -> StaffSession? {
        try first("SELECT body FROM staff_session WHERE id = ?", [id])
    }

    /// Deletes a session. Does nothing if the session does not exist.
    public func removeStaffSession(_ id: String) throws {
        try run("DELETE FROM staff_session WHERE id = ?", [id])
    }

    /// Returns a member's sessions, most recently used first.
    ///
    /// - Parameters:
    ///   - member: The member's id.
    ///   - limit: The maximum number of sessions; nil for all.
    public func staffSessions(of member: String, limit: Int?) throws -> [StaffSession] {
        try all(
            "SELECT body FROM staff_session WHERE member = ? ORDER BY seen DESC, id LIMIT ?",
            [member, limit ?? Int.max])
    }

    /// Deletes a member's sessions and pending sign-ins.
    ///
    /// - Parameters:
    ///   - member: The member's id.
    ///   - session: The id of a session or pending sign-in that remains, or nil.
    public func removeStaffSessions(of member: String, except session: String?) throws {
        try run("DELETE FROM staff_session WHERE member = ? AND id <> ?", [member, session ?? ""])
        try run("DELETE FROM pending_sign_in WHERE member = ? AND id <> ?", [member, session ?? ""])
    }

    /// Deletes all sessions whose last request was before `time`.
    public func removeStaffSessions(before time: Timestamp) throws {
        try run("DELETE FROM staff_session WHERE seen < ?", [time.seconds])
    }
}

// MARK: Sign-in attempts

extension Transaction {
    /// Returns the sign-in attempts that are stored under this hash, or nil. The hash identifies an address,
    /// or a browser that a member has used before.
    public func signInTries(_ address: String) throws -> SignInAttempts? {
        var tries: SignInAttempts? = try first(
            "SELECT body FROM sign_in_tries WHERE address = ?", [address])
        tries?.address = address
        return tries
    }

    /// Saves sign-in attempts, and replaces the stored attempts with the same hash.
    public func save(_ tries: SignInAttempts) throws {
        try run(
            """
            INSERT INTO sign_in_tries (address, last, body) VALUES (?, ?, ?)
            ON CONFLICT (address) DO UPDATE SET last = excluded.last, body = excluded.body
            """, [tries.address, tries.last.seconds, try document(tries)])
    }

    /// Deletes the sign-in attempts that are stored under this hash.
    public func removeSignInTries(_ address: String) throws {
        try run("DELETE FROM sign_in_tries WHERE address = ?", [address])
    }

    /// Deletes the sign-in attempts of each address or browser whose last attempt was before `time`. If more
    /// than `most` addresses and browsers remain, keeps only those with the most recent attempts.
    public func forgetSignInTries(before time: Timestamp, keeping most: Int) throws {
        try run("DELETE FROM sign_in_tries WHERE last < ?", [time.seconds])
        try run(
            """
            DELETE FROM sign_in_tries WHERE address IN (
              SELECT address FROM sign_in_tries ORDER BY last DESC LIMIT ? OFFSET ?)
            """, [Int.max, most])
    }
}
