import DatabaseKit
import TimeKit

extension Transaction {
    /// Saves a link, and replaces a stored link with the same id.
    func save(_ link: PasswordLink) throws {
        try run(
            """
            INSERT INTO password_link (id, address, member, asked, sent, hash, body) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET sent = excluded.sent, hash = excluded.hash, body = excluded.body
            """,
            [
                link.id, link.address, link.member, link.asked.seconds, link.sent?.seconds, link.hash,
                try document(link),
            ])
    }

    /// Returns the number of stored requests for a password link. Counts the requests for the address with
    /// this hash, or all requests if the hash is nil.
    func passwordLinkCount(_ address: String?) throws -> Int {
        guard let address else { return try value("SELECT COUNT(*) FROM password_link") ?? 0 }
        return try value("SELECT COUNT(*) FROM password_link WHERE address = ?", [address]) ?? 0
    }

    /// Returns at most `limit` links that have not been claimed for sending, in the order in which they were
    /// requested.
    func waitingPasswordLinks(limit: Int) throws -> [PasswordLink] {
        try all(
            "SELECT body FROM password_link WHERE sent IS NULL ORDER BY asked, id LIMIT ?", [limit])
    }

    /// Finds a password link by the hash of its token, and returns the member that it belongs to. Returns nil
    /// if the link does not exist or can no longer be used, or if the member is unconfirmed.
    func openPasswordLink(_ hash: String, at now: Timestamp) throws -> StaffMember? {
        let link: PasswordLink? = try first("SELECT body FROM password_link WHERE hash = ?", [hash])
        guard let link, link.opens(at: now), let member = try link.member.flatMap(staffMember),
            member.unconfirmedSince == nil
        else { return nil }
        return member
    }

    func removePasswordLinks(of member: String) throws {
        try run("DELETE FROM password_link WHERE member = ?", [member])
    }

    /// Deletes the links that were requested at or before `time`.
    func removePasswordLinks(askedUntil time: Timestamp) throws {
        try run("DELETE FROM password_link WHERE asked <= ?", [time.seconds])
    }
}
