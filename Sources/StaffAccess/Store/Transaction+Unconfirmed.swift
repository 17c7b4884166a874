package import DatabaseKit
import Foundation
package import TimeKit

/// The staff and program access that was suspended when a backup was restored.
package struct SuspendedAccess: Equatable, Sendable {
    /// The number of staff sessions that were ended.
    package var sessions = 0
    /// The members who cannot sign in until they are confirmed, sorted by address.
    package var members: [StaffMember] = []
    /// The keys that are refused until they are confirmed, sorted by name.
    package var keys: [APIKey] = []
}

extension Transaction {
    /// Ends all staff sessions, invalidates all links and invitations, and suspends all members and keys.
    /// Each member or key stays suspended until a person confirms it.
    ///
    /// A member or key in the backup may have been removed after the backup was made. The restored database
    /// does not show such removals.
    package func suspendAccess(at time: Timestamp) throws -> SuspendedAccess {
        var suspended = SuspendedAccess()
        suspended.sessions = try Int(value("SELECT count(*) FROM staff_session") ?? (0 as Int64))
        for table in ["staff_session", "pending_sign_in", "password_link", "staff_invitation"] {
            try run("DELETE FROM \(table)")
        }
        for table in ["staff_member", "api_key"] {
            try run(
                "UPDATE \(table) SET unconfirmed_since = ? WHERE unconfirmed_since IS NULL", [time.seconds])
        }
        while true {
            let page = try staffMembers(after: suspended.members.last?.email, limit: 200)
            if page.isEmpty { break }
            suspended.members += page
        }
        suspended.keys = try apiKeys()
        return suspended
    }

    /// Confirms a member, who can then sign in again.
    func confirm(_ member: StaffMember) throws {
        try run("UPDATE staff_member SET unconfirmed_since = NULL WHERE id = ?", [member.id])
    }

    /// Confirms a key, which can then be used again.
    func confirm(_ key: APIKey) throws {
        try run("UPDATE api_key SET unconfirmed_since = NULL WHERE id = ?", [key.id])
    }
}

extension StaffMember {
    /// Reads a row with the columns `body` and `unconfirmed_since`.
    init(row: StatementRow) throws {
        self = try DocumentCoder.decode(StaffMember.self, from: row[0])
        unconfirmedSince = (row[1] as Int64?).map(Timestamp.init(seconds:))
    }
}

extension APIKey {
    /// Reads a row with the columns `body` and `unconfirmed_since`.
    init(row: StatementRow) throws {
        self = try DocumentCoder.decode(APIKey.self, from: row[0])
        unconfirmedSince = (row[1] as Int64?).map(Timestamp.init(seconds:))
    }
}
