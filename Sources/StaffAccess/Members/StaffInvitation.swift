public import TimeKit
public import TokenKit

/// An invitation to the staff of an organization: created by an owner, sent by e-mail, and accepted once with
/// a link.
///
/// No account exists until the invitation is accepted. An invitation to a member of another organization is
/// stored like any other, so the owner cannot find out about the membership.
public struct StaffInvitation: Hashable, Sendable, Codable {
    /// The invitation's id: `invitation_` and 26 hex digits.
    public let id: String
    /// The invited address, in lower case.
    public let email: String
    /// The id of the organization, spelled as in the directory.
    public let organization: String
    /// The role that the member gets.
    public internal(set) var role: StaffRole
    /// The id of the owner who last sent the invitation.
    var inviter: String
    /// The times at which an owner has sent the invitation: the latest time, and the times within a day
    /// before it. Never empty.
    private(set) var asked: [Timestamp]
    /// The time at which the e-mail was created; nil if it has not been created yet.
    var sent: Timestamp?
    /// The hash of the link's token; nil if there is no link.
    var hash: String?
    /// Whether the invitation was withdrawn. A withdrawn invitation is stored until a day after it was last
    /// sent, because it still counts toward the limits.
    private(set) var isWithdrawn = false

    /// The lifetime of a link, in seconds: 3 days.
    public static let lifeSeconds: Int64 = 3 * daySeconds
    /// The maximum number of e-mails for one invitation in a day.
    public static let mostPerDay = 3
    /// The maximum number of stored invitations per organization. The limit prevents mass e-mails.
    public static let mostOfOrganization = 100
    /// The retention period of an invitation, in seconds: 30 days.
    static let memorySeconds: Int64 = 30 * daySeconds
    private static let daySeconds: Int64 = 86_400

    /// The state of an invitation that has not been withdrawn.
    public enum State: Hashable, Sendable {
        /// The e-mail has not been created yet.
        case waiting
        /// The link can be used until this time.
        case open(until: Timestamp)
        case expired
    }

    /// Returns the state at a given time.
    public func state(at now: Timestamp) -> State {
        guard let sent else { return .waiting }
        let end = sent.adding(seconds: Self.lifeSeconds)
        return now >= sent && now < end ? .open(until: end) : .expired
    }

    /// Returns whether the link can be used at a given time.
    func opens(at now: Timestamp) -> Bool {
        guard hash != nil, !isWithdrawn, case .open = state(at: now) else { return false }
        return true
    }

    /// The time at which an owner last sent the invitation.
    public var invited: Timestamp { asked.last ?? .earliest }

    /// The time at which the invitation is deleted from storage.
    var forgotten: Timestamp {
        invited.adding(seconds: isWithdrawn ? Self.daySeconds : Self.memorySeconds)
    }

    /// Marks the invitation to be sent again, with a new link. The previous link stops working.
    ///
    /// - Throws: ``StaffError`` with code `tooManyInvitations`.
    mutating func repeated(as role: StaffRole, by inviter: String, at now: Timestamp) throws(StaffError) {
        asked.removeAll { now >= $0 && now - $0 >= Self.daySeconds }
        guard asked.count < Self.mostPerDay else {
            throw StaffError(
                .tooManyInvitations,
                "this person was invited \(Self.mostPerDay) times in the last 24 hours")
        }
        asked.append(now)
        (self.role, self.inviter) = (role, inviter)
        (sent, hash, isWithdrawn) = (nil, nil, false)
    }

    /// Withdraws the invitation. Its link stops working.
    mutating func withdraw(at now: Timestamp) {
        (sent, hash, isWithdrawn) = (sent ?? now, nil, true)
    }
}

/// An e-mail about a ``StaffInvitation``. It contains the link, unless the address already belongs
/// to a member.
public struct InvitationMail: Hashable, Sendable {
    /// The e-mail's id: `invite_` and 26 hex digits.
    public let id: String
    /// The invited address.
    public let to: String
    /// The id of the organization.
    public let organization: String
    /// The token of the link; nil if the address already belongs to a member. Only the token's hash is
    /// stored.
    public let token: PasswordToken?
    /// The time at which the e-mail was created.
    public let time: Timestamp
}

/// The people who can manage an organization, and the people who are invited to do so.
public struct OrganizationPeople: Sendable {
    /// A member of the organization, and whether the member has a second factor.
    public struct Person: Hashable, Sendable {
        public let member: StaffMember
        /// Whether the member has a second factor.
        public let hasFactor: Bool
    }

    /// The members, sorted by address.
    public var members: [Person] = []
    /// The invitations that have been neither accepted nor withdrawn, sorted by address.
    public var invitations: [StaffInvitation] = []
}
