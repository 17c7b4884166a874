import DatabaseKit
import TimeKit

extension StaffService {
    /// Returns up to 100 of a member's valid sessions, most recently used first.
    public func sessions(of member: StaffMember) async throws -> [StaffSession] {
        let now = clock.now()
        return try await database.read { transaction in
            try transaction.staffSessions(of: member.id, limit: 100).filter { $0.isOpen(at: now) }
        }
    }

    /// Ends one of a member's sessions, after checking the member's password. If the session has already
    /// ended, only the password is checked.
    ///
    /// - Parameters:
    ///   - id: The session's ``StaffSession/publicID``.
    ///   - member: The member, who is signed in.
    ///   - password: The member's password as typed.
    ///   - browser: The proof that the member has signed in with this browser before, or nil.
    /// - Throws: ``StaffError``: `wrongCurrentPassword`, `paused`, `busy`.
    public func endSession(
        _ id: String, of member: StaffMember, password: String, browser: KnownBrowser? = nil
    ) async throws {
        try await confirm(password, of: member, browser)
        try await database.write { transaction in
            let sessions = try transaction.staffSessions(of: member.id, limit: 100)
            guard let session = sessions.first(where: { $0.publicID == id }) else { return }
            try transaction.removeStaffSession(session.id)
            transaction.changed(member)
        }
    }

    /// Ends all of a member's sessions, after checking the member's password.
    ///
    /// - Parameters:
    ///   - member: The member, who is signed in.
    ///   - password: The member's password as typed.
    ///   - browser: The proof that the member has signed in with this browser before, or nil.
    /// - Throws: ``StaffError``: `wrongCurrentPassword`, `paused`, `busy`.
    public func endSessions(
        of member: StaffMember, password: String, browser: KnownBrowser? = nil
    ) async throws {
        try await confirm(password, of: member, browser)
        try await database.write { transaction in
            try transaction.removeStaffSessions(of: member.id, except: nil)
            transaction.changed(member)
        }
    }

    /// Ends the sessions of one member, or of all members.
    ///
    /// - Parameter address: The member's address; nil for all members.
    /// - Returns: The number of ended sessions of each member who had at least one. Expired sessions that are
    ///   still stored are included.
    /// - Throws: ``StaffError`` with code `notFound`.
    public func endSessions(of address: StaffAddress?) async throws -> [(member: StaffMember, sessions: Int)]
    {
        var members: [StaffMember] = []
        if let address {
            members = [try await member(of: address)]
        } else {
            members = try await self.members()
        }
        return try await database.write { [members] transaction in
            var ended: [(member: StaffMember, sessions: Int)] = []
            for member in members {
                let count = try transaction.staffSessions(of: member.id, limit: nil).count
                try transaction.removeStaffSessions(of: member.id, except: nil)
                guard count > 0 else { continue }
                ended.append((member, count))
                transaction.changed(member)
            }
            return ended
        }
    }
}
