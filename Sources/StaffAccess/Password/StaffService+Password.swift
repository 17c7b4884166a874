import DatabaseKit
public import TokenKit

extension StaffService {
    /// Changes a member's own password, and ends the member's other sessions.
    ///
    /// - Parameters:
    ///   - member: The member, who is signed in.
    ///   - current: The current password as typed.
    ///   - new: The new password as typed.
    ///   - names: The names of the member's organizations. The new password must not contain words from these
    ///     names.
    ///   - session: The session to keep.
    ///   - browser: The proof that the member has signed in with this browser before, or nil. The proof
    ///     becomes invalid when the password changes.
    /// - Throws: ``StaffError``: `wrongCurrentPassword`, `paused`, `busy`, `weakPassword`, `notFound`.
    public func changePassword(
        of member: StaffMember, from current: String, to new: String, names: [String],
        keeping session: SessionToken, browser: KnownBrowser? = nil
    ) async throws {
        try await confirm(current, of: member, browser)
        _ = try await setPassword(new, of: try member.address, names: names, keeping: session.hash)
    }

    /// Sets a member's password, ends the member's sessions, and clears the sign-in attempts for the member's
    /// address.
    ///
    /// - Parameters:
    ///   - address: The member's address.
    ///   - password: The new password as typed.
    ///   - names: The names of the member's organizations. The password must not contain words from these
    ///     names.
    /// - Returns: The member.
    /// - Throws: ``StaffError``: `notFound`, `weakPassword`, `busy`.
    public func setPassword(
        of address: StaffAddress, to password: String, names: [String]
    ) async throws -> StaffMember {
        try await setPassword(password, of: address, names: names, keeping: nil)
    }

    private func setPassword(
        _ password: String, of address: StaffAddress, names: [String], keeping session: String?
    ) async throws -> StaffMember {
        let hash = try await hash(of: password, for: member(of: address), names: names)
        return try await database.write { transaction in
            let member = try transaction.existingMember(at: address)
            return try transaction.replacePassword(of: member, by: hash, keeping: session)
        }
    }

    /// Returns the member with this e-mail address.
    ///
    /// - Throws: ``StaffError`` with code `notFound`.
    public func member(of address: StaffAddress) async throws -> StaffMember {
        try await database.read { try $0.existingMember(at: address) }
    }

    /// Checks a member's new password, and returns its hash.
    ///
    /// - Throws: ``StaffError``: `weakPassword`, `busy`.
    func hash(of password: String, for member: StaffMember, names: [String]) async throws -> PasswordHash {
        let chosen = try choose(password, for: member.address, avoiding: member.organizations + names)
        return try await gate.pass { try await hash(of: chosen) }
    }

    /// Checks the password of a member who is signed in.
    ///
    /// Attempts are counted in the same way as sign-in attempts. They are counted separately for a known
    /// browser, so that people who guess passwords elsewhere cannot cause a pause in this browser.
    ///
    /// - Throws: ``StaffError``: `wrongCurrentPassword`, `paused`, `busy`.
    func confirm(_ password: String, of member: StaffMember, _ browser: KnownBrowser?) async throws {
        guard let typed = StaffPassword(typed: password) else { throw StaffError(.wrongCurrentPassword) }
        let address = try member.address
        try await gate.pass {
            let known = try await countTry(for: address, browser)
            guard try await isRight(typed, for: known), known?.id == member.id else {
                throw StaffError(.wrongCurrentPassword)
            }
            let key = KnownBrowser.countKey(of: browser, for: known, at: address)
            try await database.write { transaction in
                guard try transaction.staffFactor(member.id) != nil,
                    var tries = try transaction.signInTries(key)
                else { return try transaction.removeSignInTries(key) }
                // Otherwise, anyone who knows the password could guess codes without a pause.
                tries.giveBack()
                try transaction.save(tries)
            }
        }
    }

    /// Stores a new hash of a member's password if the service's cost is now higher than the cost of the
    /// stored hash.
    ///
    /// - Parameter password: The password, which matches the stored hash.
    func raiseCost(of member: StaffMember, _ password: StaffPassword) async throws {
        guard member.password.cost.isBelow(cost) else { return }
        let hash = try await hash(of: password)
        try await database.write { transaction in
            // The password may have been changed in the meantime.
            guard var current = try transaction.staffMember(member.id), current.password == member.password
            else { return }
            current.password = hash
            try transaction.save(current)
        }
    }

    /// Computes the hash of a password, with the cost that is set for this service.
    func hash(of password: StaffPassword) async throws -> PasswordHash {
        let (cost, random) = (cost, random)
        return try await PasswordGate.aside { try PasswordHash(password, cost: cost, random: random) }
    }
}

extension StaffMember {
    /// The member's e-mail address, normalized for comparison.
    ///
    /// - Throws: ``StaffError`` with code `invalidAddress`. This never happens for a stored member.
    var address: StaffAddress {
        get throws(StaffError) { try StaffAddress(checking: email) }
    }
}

extension Transaction {
    /// Replaces a member's password, and ends the member's sessions. Also invalidates the member's links, and
    /// clears the sign-in attempts for the member's address.
    ///
    /// - Parameters:
    ///   - hash: The hash of the new password.
    ///   - session: The id of a session that is not ended, or nil to end all sessions.
    /// - Returns: The member with the new password.
    func replacePassword(
        of member: StaffMember, by hash: PasswordHash, keeping session: String?
    ) throws -> StaffMember {
        var member = member
        member.password = hash
        try save(member)
        try removeStaffSessions(of: member.id, except: session)
        try removePasswordLinks(of: member.id)
        try removeSignInTries(try member.address.countKey)
        changed(member)
        return member
    }
}
