import Giving
import HTMLKit
import ServerKit
import StaffAccess
import TimeKit

/// The page that lists the people who can manage an organization, with the forms for inviting and removing
/// people.
struct PeoplePage: FormPage {
    /// The action of a form on the page.
    enum Action: String, FormAction {
        case invite, again, withdraw, remove

        /// The action as recorded in the audit log.
        var recorded: AuditLogAction {
            switch self {
            case .invite, .again: .inviteStaff
            case .withdraw: .withdrawInvitation
            case .remove: .removeStaff
            }
        }

        /// The message that the page shows after the action is completed.
        var answer: String {
            switch self {
            case .invite, .again:
                "The invitation is being e-mailed. It is listed below until the person accepts it."
            case .withdraw: "The invitation was withdrawn. Its link no longer works."
            case .remove: "The member was removed."
            }
        }

        /// Whether the action sends an e-mail.
        var sendsMail: Bool { self == .invite || self == .again }
    }

    /// The submitted values of the form that invites a person.
    struct Entry: Hashable {
        var email = ""
        var role = StaffRole.readOnly
    }

    let organization: Organization
    /// The member who is signed in.
    let member: StaffMember
    let people: OrganizationPeople
    let now: Timestamp
    let sendsMail: Bool
    let formToken: HTML
    var entry = Entry()
    var complaint: String?
    /// The message about a completed action; empty if the page is not the response to a form.
    var answer = HTML.empty

    let title = "People"

    var body: HTML {
        """
        <h1>\(title)</h1>
        <p>These people have accounts for the staff pages of \(.name(organization.displayName)).</p>
        \([.complaint(complaint), answer, members, unconfirmed, invitations])
        <div class="narrow">
        \([sendsMail ? inviteForm : byOperator, removeForm])
        </div>
        """
    }

    // MARK: Members

    private var members: HTML {
        let rows = people.members.map { person -> [HTML] in
            let member = person.member
            return [
                "\(.name(member.email))\(" \(.badge("you"))", if: member.id == self.member.id)",
                "\(member.role.rawValue)",
                organization.calendar.moment(member.created), person.hasFactor ? "Yes" : "No",
                member.unconfirmedSince == nil
                    ? .badge("Can sign in", .good) : .badge("Waiting for confirmation", .bad),
            ]
        }
        return AdminTable(
            caption: "Members",
            columns: [
                .title("E-mail"), .line("Role"),
                .line("Since", isNamed: true), "Second factor", .status("Status"),
            ], rows: rows
        ).html
    }

    private var unconfirmed: HTML {
        guard people.members.contains(where: { $0.member.unconfirmedSince != nil }) else { return .empty }
        return """
            <p class="note">A backup was restored. Members who are waiting for confirmation cannot sign in until the \
            administrator of this server confirms them with <code>tapctl admin confirm</code>. Remove those who \
            should not have access.</p>
            """
    }

    private var removeForm: HTML {
        let others = people.members.map(\.member).filter { $0.id != member.id }
        guard !others.isEmpty else { return .empty }
        let options = others.map { HTML.option($0.id, $0.email, isChosen: false, isName: true) }
        return """
            <h2>Remove a member</h2>
            <p class="quiet">The member loses access to \(.name(organization.displayName)) immediately. \
            Invitations sent by the member also stop working.</p>
            <form method="post" action="\(address)">
            \([formToken, .hidden("do", Action.remove.rawValue)])
            <label class="field">Member
            <select name="member">\(options)</select></label>
            \(.tick("sure", false, "Yes, remove this member", isRequired: true))
            <button class="second">Remove member</button>
            </form>
            """
    }

    // MARK: Invitations

    private var invitations: HTML {
        guard !people.invitations.isEmpty else { return .empty }
        let rows = people.invitations.map { invitation -> [HTML] in
            [
                HTML.name(invitation.email), "\(invitation.role.rawValue)",
                organization.calendar.moment(invitation.invited), state(of: invitation),
                .lines(
                    [sendsMail ? button(.again, "Resend", invitation) : .empty]
                        + [button(.withdraw, "Withdraw", invitation)]),
            ]
        }
        let table = AdminTable(
            caption: "Invitations",
            columns: [
                .title("E-mail"), .line("Role"), "Invited", "Status",
                .line("Actions"),
            ], rows: rows)
        return "<h2>Open invitations</h2>\n\(table.html)"
    }

    private func state(of invitation: StaffInvitation) -> HTML {
        switch invitation.state(at: now) {
        case .waiting: .badge("Being sent")
        case .open(let end): "Valid until \(organization.calendar.moment(end))"
        case .expired: .badge("Expired", .bad)
        }
    }

    private func button(_ action: Action, _ words: HTML, _ invitation: StaffInvitation) -> HTML {
        """
        <form method="post" action="\(address)">
        \([formToken, .hidden("do", action.rawValue), .hidden("invitation", invitation.id)])
        <button class="small second">\(words) <span class="unseen">\(.name(invitation.email))</span></button>
        </form>
        """
    }

    private var inviteForm: HTML {
        let roles = StaffRole.allCases.map { role in
            HTML.option(role.rawValue, "\(role.rawValue): \(role.words)", isChosen: role == entry.role)
        }
        return """
            <h2>Invite a person</h2>
            <form method="post" action="\(address)">
            \([formToken, .hidden("do", Action.invite.rawValue)])
            <label class="field">E-mail
            <input type="text" name="email" value="\(entry.email)" required maxlength="254" inputmode="email" autocomplete="off"></label>
            <label class="field">Role
            <select name="role">\(roles)</select></label>
            <label class="field">Your password
            <input type="password" name="current" required maxlength="1024" autocomplete="current-password"></label>
            <button>Send invitation</button>
            </form>
            <p class="quiet">A person without an account on this server gets an e-mail with a link to choose a \
            password. The link works once and expires in \(Int(StaffInvitation.lifeSeconds / 86_400)) \
            days.</p>
            """
    }

    private var byOperator: HTML {
        """
        <h2>Add a person</h2>
        <p>This server does not send e-mail, so you cannot invite people. Ask the administrator of this \
        server to add a member with this command:</p>
        <p><code>tapctl admin add ADDRESS --org \(organization.id) --role ROLE</code></p>
        """
    }

    private var address: String { organization.adminPath(.people) }
}

extension StaffRole {
    /// A description of the role's permissions, for the form.
    fileprivate var words: String {
        switch self {
        case .owner: "can see and change everything, including people"
        case .treasurer: "can see and change gifts, money and funds, but not tags"
        case .tags: "can see and change tags and seats, but not gifts"
        case .readOnly: "can see gifts, money, tags and seats, but cannot change anything"
        }
    }
}
