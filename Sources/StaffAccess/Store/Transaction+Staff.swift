public import DatabaseKit
public import TimeKit

extension Transaction {
    /// Keeps a member: a new one, or their next state.
    public func save(_ member: StaffMember) throws {
        try run(
            """
            INSERT INTO staff_member (id, address, body) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET address = excluded.address, body = excluded.body
            """, [member.id, member.email, try document(member)])
    }

    /// The member of this id, or nil.
    public func staffMember(_ id: String) throws -> StaffMember? {
        try first(StaffMember.self, "SELECT body FROM staff_member WHERE id = ?", [id])
    }

    /// The member of this address, or nil.
    public func staffMember(of address: StaffAddress) throws -> StaffMember? {
        try first(StaffMember.self, "SELECT body FROM staff_member WHERE address = ?", [address.text])
    }

    /// Returns a page by address, after a given address in lower case.
    public func staffMembers(after address: String?, limit: Int) throws -> [StaffMember] {
        try all(
            StaffMember.self, "SELECT body FROM staff_member WHERE address > ? ORDER BY address LIMIT ?",
            [address ?? "", limit])
    }

    /// Takes a member and their sessions away.
    public func removeStaffMember(_ id: String) throws {
        try run("DELETE FROM staff_session WHERE member = ?", [id])
        try run("DELETE FROM staff_member WHERE id = ?", [id])
    }
}

/// Sessions.
extension Transaction {
    /// Keeps a session: a new one, or its next state.
    public func save(_ session: StaffSession) throws {
        try run(
            """
            INSERT INTO staff_session (id, member, seen, body) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET seen = excluded.seen, body = excluded.body
            """, [session.id, session.member, session.seen.seconds, try document(session)])
    }

    /// The session under this hash of a token, or nil.
    public func staffSession(_ id: String) throws -> StaffSession? {
        try first(StaffSession.self, "SELECT body FROM staff_session WHERE id = ?", [id])
    }

    /// Takes a session away.
    public func removeStaffSession(_ id: String) throws {
        try run("DELETE FROM staff_session WHERE id = ?", [id])
    }

    /// Takes all sessions away that were last seen before `time`.
    public func removeStaffSessions(before time: Timestamp) throws {
        try run("DELETE FROM staff_session WHERE seen < ?", [time.seconds])
    }
}

/// Tries.
extension Transaction {
    /// The tries for an address, or nil.
    public func signInTries(_ address: String) throws -> SignInAttempts? {
        try first(SignInAttempts.self, "SELECT body FROM sign_in_tries WHERE address = ?", [address])
    }

    /// Keeps them.
    public func save(_ tries: SignInAttempts) throws {
        try run(
            """
            INSERT INTO sign_in_tries (address, last, body) VALUES (?, ?, ?)
            ON CONFLICT (address) DO UPDATE SET last = excluded.last, body = excluded.body
            """, [tries.address, tries.last.seconds, try document(tries)])
    }

    /// Forgets those for an address.
    public func removeSignInTries(_ address: String) throws {
        try run("DELETE FROM sign_in_tries WHERE address = ?", [address])
    }

    /// Forgets those before `time`, and of the others all but the newest.
    public func forgetSignInTries(before time: Timestamp, keeping most: Int) throws {
        try run("DELETE FROM sign_in_tries WHERE last < ?", [time.seconds])
        try run(
            """
            DELETE FROM sign_in_tries WHERE address IN (
              SELECT address FROM sign_in_tries ORDER BY last DESC LIMIT -1 OFFSET ?)
            """, [most])
    }
}
