package import DatabaseKit
package import TimeKit

extension Transaction {
    /// Saves a second factor, and replaces the member's previous one.
    package func save(_ factor: StaffFactor) throws {
        try run(
            """
            INSERT INTO staff_factor (member, body) VALUES (?, ?)
            ON CONFLICT (member) DO UPDATE SET body = excluded.body
            """, [factor.id, try document(factor)])
    }

    /// Returns the second factor of the member with this id, or nil.
    package func staffFactor(_ member: String) throws -> StaffFactor? {
        try first("SELECT body FROM staff_factor WHERE member = ?", [member])
    }

    /// Deletes a member's second factor, and ends all sessions and pending sign-ins of the member.
    package func removeStaffFactor(_ member: String) throws {
        try run("DELETE FROM staff_factor WHERE member = ?", [member])
        try run("DELETE FROM pending_sign_in WHERE member = ?", [member])
        try run("DELETE FROM staff_session WHERE member = ?", [member])
    }
}

// MARK: Pending sign-ins

extension Transaction {
    package func save(_ pending: PendingSignIn) throws {
        try run(
            "INSERT INTO pending_sign_in (id, member, created, body) VALUES (?, ?, ?, ?)",
            [pending.id, pending.member, pending.created.seconds, try document(pending)])
    }

    /// Returns the pending sign-in whose token has this hash, or nil.
    package func pendingSignIn(_ id: String) throws -> PendingSignIn? {
        try first("SELECT body FROM pending_sign_in WHERE id = ?", [id])
    }

    /// Deletes a pending sign-in. Does nothing if it does not exist.
    package func removePendingSignIn(_ id: String) throws {
        try run("DELETE FROM pending_sign_in WHERE id = ?", [id])
    }

    /// Deletes all pending sign-ins that were created before `time`.
    package func removePendingSignIns(before time: Timestamp) throws {
        try run("DELETE FROM pending_sign_in WHERE created < ?", [time.seconds])
    }
}
