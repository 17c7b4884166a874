import DatabaseKit
import TimeKit
public import TokenKit

/// The methods that owners of an organization use to manage its staff.
extension StaffService {
    /// Returns the members of an organization, and the people who are invited to join it.
    public func people(of organization: String) async throws -> OrganizationPeople {
        let now = clock.now()
        return try await database.read { transaction in
            var (people, last): (OrganizationPeople, String?) = (OrganizationPeople(), nil)
            while true {
                let page = try transaction.staffMembers(after: last, limit: 200)
                guard let end = page.last else { break }
                last = end.email
                people.members += try page.filter { $0.belongs(to: organization) }.map { member in
                    OrganizationPeople.Person(
                        member: member, hasFactor: try transaction.staffFactor(member.id) != nil)
                }
            }
            people.invitations = try transaction.invitations(to: organization, at: now)
                .filter { !$0.isWithdrawn }
            return people
        }
    }

    /// Removes a member from an organization. If the member has no other organization, the member is deleted
    /// and their sessions end. Owners cannot remove themselves, so an organization always keeps an owner.
    ///
    /// - Parameters:
    ///   - id: The member's id.
    ///   - organization: The id of the organization.
    ///   - owner: The owner who removes the member.
    /// - Throws: ``StaffError``: `notFound`, `ownAccount`, `notOwner`.
    public func remove(_ id: String, from organization: String, by owner: StaffMember) async throws {
        guard id != owner.id else { throw StaffError(.ownAccount) }
        try await database.write { transaction in
            try transaction.requireOwner(owner, of: organization)
            guard var member = try transaction.staffMember(id), member.belongs(to: organization) else {
                throw StaffError(.notFound)
            }
            member.organizations.removeAll { $0.lowercased() == organization.lowercased() }
            if member.organizations.isEmpty {
                try transaction.removeStaffMember(id)
            } else {
                try transaction.removeInvitations(by: id, to: organization)
                try transaction.save(member)
            }
            transaction.changed(id, of: organization)
        }
    }

    // MARK: Invitations

    /// Invites a person to an organization, or sends an earlier invitation to the same address again.
    /// ``invitationMails()`` creates the e-mail.
    ///
    /// The result is the same whether or not the address belongs to a member of another organization.
    ///
    /// - Parameters:
    ///   - address: The person's address.
    ///   - role: The role that the person gets.
    ///   - organization: The id of the organization, spelled as in the directory.
    ///   - owner: The owner who invites the person.
    ///   - password: The owner's password. It is required so that an unattended browser cannot be used to
    ///     give access to others.
    ///   - browser: The proof that the owner has signed in with this browser before, or nil.
    /// - Throws: ``StaffError``: `taken` if the person is already a member of the organization,
    ///   `tooManyInvitations`, `notOwner`, or an error from the password check: `wrongCurrentPassword`,
    ///   `paused`, `busy`.
    public func invite(
        _ address: StaffAddress, as role: StaffRole, to organization: String, by owner: StaffMember,
        password: String, browser: KnownBrowser? = nil
    ) async throws {
        try await confirm(password, of: owner, browser)
        let now = clock.now()
        let id = newID("invitation_")
        try await database.write { transaction in
            try transaction.requireOwner(owner, of: organization)
            try transaction.forgetInvitations(until: now)
            let member = try transaction.staffMember(of: address)
            guard member?.belongs(to: organization) != true else { throw StaffError(.taken, address.text) }
            let stored = try transaction.invitations(to: organization, at: now)
            if let earlier = stored.first(where: { $0.email == address.text }) {
                return try transaction.sendAgain(earlier, as: role, by: owner, at: now)
            }
            guard stored.count < StaffInvitation.mostOfOrganization else {
                throw StaffError(
                    .tooManyInvitations,
                    "the organization already has \(StaffInvitation.mostOfOrganization) recent invitations",
                    remedy: "withdraw invitations that are no longer needed, and try again tomorrow")
            }
            try transaction.save(
                StaffInvitation(
                    id: id, email: address.text, organization: organization, role: role, inviter: owner.id,
                    asked: [now]))
            transaction.changed(id, of: organization)
        }
    }

    /// Sends an invitation again, with a new link. The previous link stops working.
    ///
    /// - Parameters:
    ///   - id: The invitation's id.
    ///   - organization: The id of the organization.
    ///   - owner: The owner who sends it.
    /// - Throws: ``StaffError``: `noInvitation`, `tooManyInvitations`, `notOwner`.
    public func sendInvitation(_ id: String, to organization: String, by owner: StaffMember) async throws {
        let now = clock.now()
        try await database.write { transaction in
            try transaction.requireOwner(owner, of: organization)
            let invitation = try transaction.invitation(id, to: organization, at: now)
            try transaction.sendAgain(invitation, as: invitation.role, by: owner, at: now)
        }
    }

    /// Withdraws an invitation. Its link stops working.
    ///
    /// - Parameters:
    ///   - id: The invitation's id.
    ///   - organization: The id of the organization.
    ///   - owner: The owner who withdraws the invitation.
    /// - Throws: ``StaffError``: `noInvitation`, `notOwner`.
    public func withdrawInvitation(_ id: String, to organization: String, by owner: StaffMember) async throws
    {
        let now = clock.now()
        try await database.write { transaction in
            try transaction.requireOwner(owner, of: organization)
            var invitation = try transaction.invitation(id, to: organization, at: now)
            invitation.withdraw(at: now)
            try transaction.save(invitation)
            transaction.changed(id, of: organization)
        }
    }

    /// Claims up to 100 invitations whose e-mail has not been created yet, and returns their e-mails. An
    /// invitation that has waited longer than ``StaffInvitation/lifeSeconds`` gets no e-mail.
    ///
    /// A claimed invitation is not returned again. If its e-mail is lost, an owner must send the invitation
    /// again.
    public func invitationMails() async throws -> [InvitationMail] {
        guard try await !database.read({ try $0.waitingInvitations(limit: 1) }).isEmpty else { return [] }
        let (now, random) = (clock.now(), random)
        return try await database.write { transaction in
            try transaction.waitingInvitations(limit: 100).compactMap { waiting in
                var invitation = waiting
                guard now - invitation.invited < StaffInvitation.lifeSeconds else {
                    invitation.sent = invitation.invited
                    try transaction.save(invitation)
                    return nil
                }
                let isMember = try transaction.hasMember(with: invitation.email)
                let token = isMember ? nil : PasswordToken(random: random)
                (invitation.sent, invitation.hash) = (now, token?.hash)
                try transaction.save(invitation)
                return InvitationMail(
                    id: "invite_" + BinaryTextEncoding.hex.text(RandomBytes.make(13, from: random)),
                    to: invitation.email, organization: invitation.organization, token: token, time: now)
            }
        }
    }

    /// Returns the invitation that can be accepted with a link. Returns nil if the link is unknown, used or
    /// expired, or if the address now belongs to a member. This call does not use up the link.
    public func invitation(of token: PasswordToken) async throws -> StaffInvitation? {
        let now = clock.now()
        return try await database.read { try $0.openInvitation(token.hash, at: now) }
    }

    /// Accepts an invitation: adds the member with the chosen password. Does not sign the member in.
    ///
    /// - Parameters:
    ///   - token: The token of the link.
    ///   - password: The password as typed.
    ///   - names: The name of the organization. The password must not contain words from this name.
    /// - Throws: ``StaffError``: `deadLink`, `weakPassword`, `busy`. A weak password does not use up the
    ///   link.
    public func acceptInvitation(with token: PasswordToken, password: String, names: [String]) async throws {
        guard let invitation = try await invitation(of: token), let address = StaffAddress(invitation.email)
        else { throw StaffError(.deadLink) }
        let chosen = try choose(password, for: address, avoiding: [invitation.organization] + names)
        let hash = try await gate.pass { try await self.hash(of: chosen) }
        let (id, now) = (newID("staff_"), clock.now())
        try await database.write { transaction in
            guard let invitation = try transaction.openInvitation(token.hash, at: now) else {
                throw StaffError(.deadLink)
            }
            try transaction.add(
                StaffMember(
                    id: id, email: invitation.email, role: invitation.role,
                    organizations: [invitation.organization], created: now, password: hash))
        }
    }
}

extension Transaction {
    /// Adds a member. Also removes any invitations from the member's organizations to the member's address,
    /// and clears the failed sign-in attempts for the address.
    ///
    /// - Throws: ``StaffError`` with code `taken`.
    func add(_ member: StaffMember) throws {
        guard try !hasMember(with: member.email) else { throw StaffError(.taken, member.email) }
        try save(member)
        changed(member)
        for organization in member.organizations {
            try removeInvitation(of: member.email, to: organization)
        }
        try removeSignInTries(try member.address.countKey)
    }

    /// Checks that a member is still an owner of the organization, and can therefore change its staff.
    ///
    /// - Throws: ``StaffError`` with code `notOwner`.
    fileprivate func requireOwner(_ member: StaffMember, of organization: String) throws {
        guard let member = try staffMember(member.id), member.unconfirmedSince == nil,
            member.belongs(to: organization), member.role.permits(.changeStaff)
        else { throw StaffError(.notOwner) }
    }

    fileprivate func sendAgain(
        _ earlier: StaffInvitation, as role: StaffRole, by owner: StaffMember, at now: Timestamp
    ) throws {
        var invitation = earlier
        try invitation.repeated(as: role, by: owner.id, at: now)
        try save(invitation)
        changed(invitation.id, of: invitation.organization)
    }
}
