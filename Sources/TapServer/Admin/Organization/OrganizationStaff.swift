import StaffAccess

/// The staff of one organization, as managed by the member who is signed in. The staff of other organizations
/// is inaccessible.
struct OrganizationStaff {
    let organization: String
    /// The member who is signed in.
    let member: StaffMember
    /// Whether the server sends e-mails. If it does not, people cannot be invited.
    let sendsMail: Bool
    private let staff: StaffService
    private let browser: KnownBrowser?

    init(
        of organization: String, as member: StaffMember, in staff: StaffService, sendsMail: Bool,
        browser: KnownBrowser?
    ) {
        (self.organization, self.member, self.browser) = (organization, member, browser)
        (self.staff, self.sendsMail) = (staff, sendsMail)
    }

    /// Prepares the audit log for reading; see `AuditLog.chain()`.
    func chainAuditLog() async throws { try await staff.auditLog.chain() }

    /// Returns the members and the invitations.
    func people() async throws -> OrganizationPeople { try await staff.people(of: organization) }

    /// Invites a person, or sends an earlier invitation to the same address again. Requires the password of
    /// the signed-in member.
    ///
    /// - Throws: `StaffError`.
    func invite(_ address: StaffAddress, as role: StaffRole, password: String) async throws {
        try await staff.invite(
            address, as: role, to: organization, by: member, password: password, browser: browser)
    }

    /// Sends an invitation again, with a new link.
    ///
    /// - Throws: `StaffError`.
    func sendInvitation(_ id: String) async throws {
        try await staff.sendInvitation(id, to: organization, by: member)
    }

    /// Withdraws an invitation. The link in the invitation no longer works.
    ///
    /// - Throws: `StaffError`.
    func withdrawInvitation(_ id: String) async throws {
        try await staff.withdrawInvitation(id, to: organization, by: member)
    }

    /// Removes a member from the organization.
    ///
    /// - Throws: `StaffError`.
    func remove(_ id: String) async throws {
        try await staff.remove(id, from: organization, by: member)
    }
}
