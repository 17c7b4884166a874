import DatabaseKit
import TimeKit

extension Transaction {
    /// Saves an invitation, and replaces a stored invitation with the same id.
    func save(_ invitation: StaffInvitation) throws {
        try run(
            """
            INSERT INTO staff_invitation (id, organization, address, inviter, forgotten, sent, hash, body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET inviter = excluded.inviter, forgotten = excluded.forgotten,
              sent = excluded.sent, hash = excluded.hash, body = excluded.body
            """,
            [
                invitation.id, invitation.organization.caseKey, invitation.email, invitation.inviter,
                invitation.forgotten.seconds, invitation.sent?.seconds, invitation.hash,
                try document(invitation),
            ])
    }

    /// Returns an organization's invitations whose storage period has not ended, sorted by address. Includes
    /// withdrawn invitations.
    func invitations(to organization: String, at now: Timestamp) throws -> [StaffInvitation] {
        try all(
            "SELECT body FROM staff_invitation WHERE organization = ? AND forgotten > ? ORDER BY address",
            [organization.caseKey, now.seconds])
    }

    /// Returns an invitation to an organization.
    ///
    /// - Throws: ``StaffError`` with code `noInvitation` if the invitation does not exist, belongs to a
    ///   different organization, was withdrawn, or is past its storage period.
    func invitation(_ id: String, to organization: String, at now: Timestamp) throws -> StaffInvitation {
        let found: StaffInvitation? = try first(
            "SELECT body FROM staff_invitation WHERE id = ? AND organization = ? AND forgotten > ?",
            [id, organization.caseKey, now.seconds])
        guard let found, !found.isWithdrawn else { throw StaffError(.noInvitation) }
        return found
    }

    /// Returns at most `limit` invitations whose e-mail has not been created yet.
    func waitingInvitations(limit: Int) throws -> [StaffInvitation] {
        try all(
            "SELECT body FROM staff_invitation WHERE sent IS NULL ORDER BY id LIMIT ?", [limit])
    }

    /// Returns the invitation with this token hash. Returns nil if the invitation does not exist, if it
    /// cannot be accepted at this time, or if a member already has the invited address.
    func openInvitation(_ hash: String, at now: Timestamp) throws -> StaffInvitation? {
        let found: StaffInvitation? = try first(
            "SELECT body FROM staff_invitation WHERE hash = ?", [hash])
        guard let found, found.opens(at: now), try !hasMember(with: found.email) else { return nil }
        return found
    }

    /// Deletes each invitation whose most recent sender is this member. If `organization` is not nil, deletes
    /// only invitations to that organization.
    func removeInvitations(by inviter: String, to organization: String? = nil) throws {
        guard let organization else {
            return try run("DELETE FROM staff_invitation WHERE inviter = ?", [inviter])
        }
        try run(
            "DELETE FROM staff_invitation WHERE inviter = ? AND organization = ?",
            [inviter, organization.caseKey])
    }

    /// Deletes the invitations whose storage period ends at `time` or earlier.
    func forgetInvitations(until time: Timestamp) throws {
        try run("DELETE FROM staff_invitation WHERE forgotten <= ?", [time.seconds])
    }

    /// Returns whether a member has this address. The address must be in lower case.
    func hasMember(with email: String) throws -> Bool {
        try isAny("SELECT 1 FROM staff_member WHERE address = ?", [email])
    }

    /// Deletes the invitation that was sent to this address by this organization. Does nothing if it does not
    /// exist.
    func removeInvitation(of address: String, to organization: String) throws {
        try run(
            "DELETE FROM staff_invitation WHERE organization = ? AND address = ?",
            [organization.caseKey, address])
    }
}
